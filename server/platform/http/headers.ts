import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Sets security headers on every answer: scripts only from our own files, no framing, no content sniffing. A route with
 * the option `helmet: { enableCSPNonces: true }` may run the inline scripts that carry the nonce of its reply.
 */
export async function secureHeaders(
  app: FastifyInstance,
  { https, gateway, dev }: { https: boolean; gateway: 'sandbox' | 'razorpay'; dev: boolean },
) {
  const checkout = gateway === 'razorpay' ? ['https://checkout.razorpay.com', 'https://api.razorpay.com'] : []
  await app.register(helmet, {
    // Pages that Vite makes in development bring styles of their own.
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
  const permissions = powerfulFeatures.map((feature) => `${feature}=()`).join(', ')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', permissions)
    done()
  })
}

/** Browser features that no page of ours uses. They are denied, so that injected code cannot use them either. */
const powerfulFeatures = `
  accelerometer autoplay camera clipboard-read display-capture encrypted-media gamepad geolocation gyroscope hid
  idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-create
  publickey-credentials-get screen-wake-lock serial storage-access usb window-management xr-spatial-tracking`
  .trim()
  .split(/\s+/)

/**
 * Sets `no-store` on every answer of the API, refusals too, unless the endpoint is public and the request carries no
 * token. A handler may set another header (for an archive).
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
