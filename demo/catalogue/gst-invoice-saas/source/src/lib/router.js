/** Matches "/invoices/:id" style paths and hands back the handler with its parameters. */
export class Router {
  #routes = [];

  get(path, handler, options) { this.#add('GET', path, handler, options); }
  post(path, handler, options) { this.#add('POST', path, handler, options); }

  #add(method, path, handler, { open = false } = {}) {
    const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    this.#routes.push({ method, pattern, handler, open });
  }

  match(method, path) {
    for (const route of this.#routes) {
      const found = route.method === method && route.pattern.exec(path);
      if (found) return { handler: route.handler, open: route.open, params: found.groups ?? {} };
    }
    return null;
  }
}
