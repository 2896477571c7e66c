/** Calls the API and throws an Error with the server's own message when it says no. */
async function call(method, path, body) {
  const response = await fetch(`/api${path}`, {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw Object.assign(new Error(answer.error ?? 'The server did not answer.'), { status: response.status });
  return answer;
}

export const api = {
  get: (path) => call('GET', path),
  post: (path, body) => call('POST', path, body),
  patch: (path, body) => call('PATCH', path, body),
  put: (path, body) => call('PUT', path, body),
  remove: (path) => call('DELETE', path),
};
