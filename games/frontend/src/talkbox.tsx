// Saying something, and what was said.

import { useState } from "preact/hooks";
import type { Message } from "./contract";
import type { Store } from "./store";
import { EMOTES, PHRASES, wording } from "./talk";
import { who } from "./tell";
import { _ } from "./words";

const LONGEST = 200;

export function TalkBox({ store, close }: { store: Store; close: () => void }) {
  const [channel, setChannel] = useState<Message["channel"]>("table");
  const say = (kind: Message["kind"], value: string): void => {
    void store.talk.say(channel, kind, value).then(close, (error: unknown) => store.say(error));
  };
  return (
    <div class="talk">
      <Said store={store} />
      {store.seat && (
        <>
          <div class="row channels" role="radiogroup" aria-label={_("Who hears it")}>
            {(["table", "partner"] as const).map((name) => (
              <label key={name}>
                <input type="radio" name="channel" checked={channel === name} onChange={() => setChannel(name)} />
                {name === "table" ? _("Everybody") : _("My partner")}
              </label>
            ))}
          </div>
          <div class="emotes">
            {Object.entries(EMOTES).map(([id, { mark, name }]) => (
              <button type="button" key={id} data-emote={id} aria-label={name()} onClick={() => say("emote", id)}>
                {mark}
              </button>
            ))}
          </div>
          <div class="phrases">
            {Object.entries(PHRASES).map(([id, name]) => (
              <button type="button" key={id} data-phrase={id} onClick={() => say("phrase", id)}>
                {name()}
              </button>
            ))}
          </div>
          {!store.state!.rated && <OwnWords say={(text) => say("text", text)} />}
        </>
      )}
    </div>
  );
}

function OwnWords({ say }: { say: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <form
      class="own-words"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) say(text);
      }}
    >
      <input
        name="text"
        autocomplete="off"
        dir="auto"
        maxLength={LONGEST}
        aria-label={_("In your own words")}
        placeholder={_("In your own words")}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button class="primary">{_("Send")}</button>
    </form>
  );
}

/** The latest that was said, oldest first. */
export function Said({ store }: { store: Store }) {
  const { heard } = store.talk;
  if (!heard.length) return <p class="muted">{_("Nobody has said anything yet.")}</p>;
  return (
    <ol class="said-list">
      {heard.slice(-20).map((message) => (
        <li key={message.id}>
          <b>
            <bdi>{message.player.id === store.me ? _("You") : who(store.state!, message.seat, null)}</bdi>
          </b>
          {message.channel === "partner" && <small class="muted"> {_("(to the partner)")}</small>}{" "}
          <bdi dir="auto">{wording(message)}</bdi>
        </li>
      ))}
    </ol>
  );
}
