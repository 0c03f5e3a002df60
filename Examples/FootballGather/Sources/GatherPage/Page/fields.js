// @ts-check
// Text fields whose text is a part of a scene's state.

/**
 * Connects a field with a scene. Until the state contains the typed text, the field keeps its own text.
 *
 * @param {any} field
 * @param {(text: string) => Promise<any>} send Sends the typed text.
 * @param {() => string} text Returns the text of the state.
 * @returns {() => void} Shows the text of the state.
 */
export function connectField(field, send, text) {
  let waiting = 0;
  const show = () => {
    if (waiting === 0 && field.value !== text()) field.value = text();
  };
  field.addEventListener("input", async () => {
    waiting++;
    try {
      await send(field.value);
    } finally {
      waiting--;
      show();
    }
  });
  return show;
}
