// The page of all rules: leaves those that hold every word typed, of the books that are ticked.
document$.subscribe(() => {
  const form = document.querySelector(".finder");
  if (!form) return;
  const words = form.querySelector("input[type=search]"), count = form.querySelector("[role=status]");
  const items = [...document.querySelectorAll(".finder-list li")].map((item) => [item, item.textContent.toLowerCase()]);
  const find = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const books = new Set([...form.querySelectorAll("[name=book]:checked")].map((box) => box.value));
    let shown = 0;
    for (const [item, text] of items) {
      item.hidden = !books.has(item.dataset.book) || !wanted.every((word) => text.includes(word));
      shown += !item.hidden;
    }
    count.textContent = `${shown} of ${items.length} rules`;
  };
  form.hidden = false;
  form.addEventListener("input", find);
  form.addEventListener("submit", (event) => event.preventDefault());
  words.value = new URLSearchParams(location.search).get("q") ?? "";
  find();
});
