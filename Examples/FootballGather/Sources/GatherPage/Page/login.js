// @ts-check
import { h, newID, say, setText } from "./dom.js";
import { connectField, form, labelled } from "./fields.js";
import { alertOf, frame } from "./frame.js";

/** @param {any} scene @param {import("./frame.js").UI} ui @returns {import("./frame.js").Screen} */
export function login(scene, ui) {
  const send = (/** @type {any} */ action) => ui.send(scene, action);
  const labels = scene.state.labels;
  const username = field({ autocomplete: "username", autocapitalize: "none", spellcheck: false });
  const password = field({ type: "password", autocomplete: "current-password" });
  const remember = h("input", { type: "checkbox", role: "switch", id: newID() });
  const notice = h("p.notice");
  const card = form(
    "form.card", () => void send({ loginTapped: {} }), labelled(username, labels.username), labelled(password, labels.password),
    h("label.switch", { for: remember.id }, h("span", {}, labels.remember), remember),
    h("button.primary.wide", {}, labels.login),
    h("p.register", {}, h("span", {}, labels.question), h("button.plain", {
      type: "button", onclick: () => send({ registerTapped: {} }),
    }, labels.register)));
  const edit = (/** @type {string} */ name, /** @type {any} */ value) => send({ edited: { _0: { name, value } } });
  remember.onchange = () => edit("isRemembered", remember.checked);

  const first = scene.state.notice ? password : username;
  const screen = frame(ui, "login");
  screen.element.classList.add("start");
  screen.body.append(h("div.brand", { "aria-hidden": "true" }, h("img", { src: "ball.svg", alt: "" }), h("p", {}, labels.app)), notice, card);
  const showUsername = connectField(username, text => edit("username", text), () => scene.state.username);
  // The app never sends a password, only whether it has one.
  const showPassword = connectField(
    password, text => edit("password", text), () => scene.state.hasPassword ? password.value : "");
  return {
    ...screen,
    first,
    title: () => labels.login,
    // After a logout, too, the first field has the focus, and not the button that was pressed before.
    appeared: () => {
      first.focus();
      // The focus comes after it, and a text that was there before its screen is not announced.
      say(scene.state.notice ?? "");
      void send({ appeared: {} });
    },
    asked: () => alertOf(ui, scene),
    show: state => {
      setText(screen.heading, labels.login);
      setText(notice, state.notice ?? "");
      notice.hidden = state.notice == null;
      showUsername();
      showPassword();
      remember.checked = state.isRemembered;
    },
  };
}

// Without a placeholder, which would disappear with the first letter: the label is seen.
const field = (/** @type {Record<string, any>} */ properties) => h("input", { id: newID(), ...properties });
