// The page that shows the OpenAPI document: its calls are made with the session that the browser has.

import { csrfToken } from "./api";

interface Sent {
  headers: Record<string, string>;
}

declare const SwaggerUIBundle: (options: object) => void;

const place = document.querySelector<HTMLElement>("#docs")!;

document.documentElement.classList.toggle("dark-mode", matchMedia("(prefers-color-scheme: dark)").matches);
SwaggerUIBundle({
  domNode: place,
  url: place.dataset.schema,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  requestInterceptor: (sent: Sent) => {
    sent.headers["X-CSRFToken"] = csrfToken();
    return sent;
  },
});
