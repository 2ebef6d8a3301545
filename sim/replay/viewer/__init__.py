"""A fight as one page for the browser: all that it shows is worked out here, the page only shows it."""
