// A dialog takes the focus and leaves it nowhere: this brings it back to what opened the dialog.
// `find` gives the element, which may have been drawn anew since.
function comeBackTo(find) {
  globalThis.__evidenceReturn?.disconnect();
  let opened = false;
  const watch = new MutationObserver(() => {
    const open = document.querySelector('[role="dialog"]') !== null;
    if (open) { opened = true; return; }
    if (!opened) return;
    watch.disconnect();
    setTimeout(() => {
      const held = document.activeElement;
      if (held === null || held === document.body) find()?.focus({ preventScroll: true });
    }, 60);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  globalThis.__evidenceReturn = watch;
}
