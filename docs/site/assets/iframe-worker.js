// The search works in a worker, which browsers do not start from a file. Where the site is opened from a disk, a hidden frame
// takes the worker's place: it runs the same script, and messages go to and fro as with a worker.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...all) => all.reduce((before, src) => before.then(() => this.#load(frame, src)), Promise.resolve());
      this.#ready = this.#load(frame, address);
      this.#inside = inside;
    }
    #ready;
    #inside;
    #load(frame, src) {
      return new Promise((loaded, failed) => {
        const script = frame.contentDocument.createElement("script");
        script.src = src;
        script.onload = loaded;
        script.onerror = failed;
        frame.contentDocument.body.append(script);
      });
    }
    postMessage(data) {
      this.#ready.then(() => this.#inside.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {}
  };
}
