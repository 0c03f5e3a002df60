// @ts-check
// The page's own texts for people: what it says while the app says nothing, and what depends on the device. All others come from the
// app.
export const wording = {
  /** By the status of the connection. */
  status: /** @type {Record<string, string>} */ ({
    connected: "",
    connecting: "Connecting…",
    waiting: "The app does not answer. What you do now is sent as soon as it answers, unless the app has to be started again.",
    refused: "The app does not accept this page.",
    closed: "The connection is closed.",
  }),
  ok: "OK",
  noScreen: "No screen has this address.",
  isOlder: "This page is older than the app.",
  reload: "Reload",
  isElsewhere: "The app goes on in another tab.",
  continueHere: "Continue here",
  hasRestarted: "The app has been started again. What was not saved is lost. Log in to get back to this address.",
  byFinger: "Tap A or B to put a player into a team.",
  byMouse: "Drag players to a team, or click one to move it on. On a keyboard, use the arrow keys.",
};
