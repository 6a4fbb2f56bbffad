// One's tokens for programs: which there are, a new one, an end to one.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call, readable, readAll } from "./api";
import { _, dateText } from "./words";

interface Token {
  id: string;
  name: string;
  scopes: string[];
  last_used_at: string | null;
}

const page = document.getElementById("tokens")!;
/** What each scope lets a program do, in words. */
const scopes = JSON.parse(page.dataset.scopes!) as Record<string, string>;
const USUAL = ["read", "play"];

function Tokens({ username, hasFactor }: { username: string; hasFactor: boolean }) {
  const [tokens, setTokens] = useState<Token[]>([]);
  const [secret, setSecret] = useState("");
  const [told, setTold] = useState("");
  const say = (error: unknown): void =>
    setTold(readable(error));
  const list = (): void => void readAll<Token>("tokens/").then(setTokens, say);
  useEffect(list, []);
  const create = async (form: HTMLFormElement): Promise<void> => {
    const values = new FormData(form);
    const body = {
      username,
      password: values.get("password"),
      name: values.get("name"),
      scopes: values.getAll("scopes"),
      ...(hasFactor ? { code: values.get("code") } : {}),
    };
    setTold("");
    setSecret((await call<{ token: string }>("POST", "tokens/", body)).token);
    form.reset();
    list();
  };
  const revoke = (token: Token): void => {
    if (!confirm(_("Revoke %(name)s? Programs that use it stop at once.", { name: token.name }))) return;
    void call("DELETE", `tokens/${token.id}/`).then(list, say);
  };
  return (
    <>
      {secret && (
        <div class="banner" role="status">
          <p>{_("Here it is. Keep it safe: it is shown this once.")}</p>
          <code dir="ltr" data-secret>
            {secret}
          </code>
        </div>
      )}
      {told && (
        <p role="alert" class="bad">
          {told}
        </p>
      )}
      {tokens.length === 0 && <p class="muted">{_("You have none yet.")}</p>}
      <ul class="list">
        {tokens.map((token) => (
          <Line key={token.id} token={token} revoke={() => revoke(token)} />
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create(event.currentTarget).catch(say);
        }}
      >
        <h3>{_("A new token")}</h3>
        <label for="token-name">{_("Name")}</label>
        <input id="token-name" name="name" required maxLength={60} autocomplete="off" dir="auto" />
        <fieldset>
          <legend>{_("It may")}</legend>
          {Object.entries(scopes).map(([scope, text]) => (
            <label key={scope}>
              <input type="checkbox" name="scopes" value={scope} defaultChecked={USUAL.includes(scope)} /> {text}{" "}
              <code dir="ltr">{scope}</code>
            </label>
          ))}
        </fieldset>
        <label for="token-password">{_("Your password")}</label>
        <input id="token-password" name="password" type="password" required autocomplete="current-password" />
        {hasFactor && (
          <>
            <label for="token-code">{_("Code of your second factor")}</label>
            <input id="token-code" name="code" required inputMode="numeric" autocomplete="one-time-code" />
          </>
        )}
        <button class="primary">{_("Make the token")}</button>
      </form>
    </>
  );
}

function Line({ token, revoke }: { token: Token; revoke: () => void }) {
  const used = token.last_used_at;
  return (
    <li class="token" data-token={token.id}>
      <span>
        <b dir="auto">{token.name}</b> <code dir="ltr">{token.scopes.join(" ")}</code>
        <br />
        <small class="muted">{used ? _("Last used: %(date)s", { date: dateText(used) }) : _("Not used yet")}</small>
      </span>
      <button type="button" aria-label={_("Revoke %(name)s", { name: token.name })} onClick={revoke}>
        {_("Revoke")}
      </button>
    </li>
  );
}

render(<Tokens username={page.dataset.username!} hasFactor={page.dataset.factor !== undefined} />, page);
