import { type Api, createApi, type Send } from '#contract/client.ts'

/** Sends a call to a running shop, with a member's or staff's token or as a visitor. */
export type SendAs = (call: Parameters<Send>[0], token?: string) => ReturnType<Send>

/** Sends calls to the server at an address. */
export const sendTo =
  (address: string): SendAs =>
  ({ method, url, body }, token) =>
    fetch(address + url, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })

/** Creates the calls of a server at an address, with a member's or staff's token or as a visitor. */
export const apiAt = (address: string, token?: string): Api =>
  createApi((call) => sendTo(address)(call, token))
