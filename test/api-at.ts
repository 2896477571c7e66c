import { type Api, createApi } from '#contract/client.ts'

/** Creates the calls of a server at an address, with a member's or staff's token or as a visitor. */
export const apiAt = (address: string, token?: string): Api =>
  createApi(({ method, url, body }) =>
    fetch(address + url, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    }),
  )
