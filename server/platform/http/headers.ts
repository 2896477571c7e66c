import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Security headers on every answer: scripts only from our own files, nothing framed, nothing sniffed. A page names the
 * inline scripts that it brings with `reply.allowScripts(sources)`; no others can run in it.
 */
export function secureHeaders(
  app: FastifyInstance,
  { https, gateway, dev }: { https: boolean; gateway: 'sandbox' | 'razorpay'; dev: boolean },
) {
  const checkout = gateway === 'razorpay' ? ['https://checkout.razorpay.com', 'https://api.razorpay.com'] : []
  const headers = headersBy({
    // Pages that Vite makes on the fly bring styles of their own.
    contentSecurityPolicy: !dev && {
      useDefaults: false,
      directives: {
        scriptSrc: ["'self'", ...checkout],
        defaultSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...checkout],
        frameSrc: checkout.length > 0 ? checkout : ["'none'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // For browsers that do not know frame-ancestors.
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  headers['permissions-policy'] = powerfulFeatures.map((feature) => `${feature}=()`).join(', ')
  const policy = String(headers['content-security-policy'])

  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  const allow = (directive: string) =>
    function (this: FastifyReply, sources: readonly string[]) {
      if (dev) return
      const own = `${directive} 'self'`
      this.header('content-security-policy', policy.replace(own, [own, ...sources].join(' ')))
    }
  app.decorateReply('allowScripts', allow('script-src'))
  app.decorateReply('allowStyles', allow('style-src'))
}

/** What no page of ours asks for, and nothing that gets into one shall either. */
const powerfulFeatures = `
  accelerometer autoplay camera clipboard-read display-capture encrypted-media gamepad geolocation gyroscope hid
  idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-create
  publickey-credentials-get screen-wake-lock serial storage-access usb window-management xr-spatial-tracking`
  .trim()
  .split(/\s+/)

/** The headers that helmet sets are the same for every answer: asked for once. @fastify/helmet would ask each time, 1.1 µs more. */
function headersBy(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, () => {})
  return { ...response.getHeaders() }
}

declare module 'fastify' {
  interface FastifyReply {
    /** Lets inline scripts run in this page: sources of a Content-Security-Policy, as 'sha256-…'. */
    allowScripts(sources: readonly string[]): void
    /** The same for inline styles. */
    allowStyles(sources: readonly string[]): void
  }
}

/**
 * Keeps private data out of every cache: an answer of the API is `no-store`, refusals too, unless the endpoint is public
 * and the request carries no token. A handler that knows better (an archive) sets its own header.
 */
export function setNoStore(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/') && !isForAll(request)) reply.header('cache-control', 'no-store')
    done()
  })
}

const isForAll = ({ method, headers, routeOptions }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  (routeOptions.config.declared?.access ?? 'anyone') === 'anyone'
