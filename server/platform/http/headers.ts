import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Security headers on every answer: scripts only from our own files, nothing framed, nothing sniffed. A route with the
 * option `helmet: { enableCSPNonces: true }` may run the inline scripts that carry the nonce of its reply.
 */
export async function secureHeaders(
  app: FastifyInstance,
  { https, gateway, dev }: { https: boolean; gateway: 'sandbox' | 'razorpay'; dev: boolean },
) {
  const checkout = gateway === 'razorpay' ? ['https://checkout.razorpay.com', 'https://api.razorpay.com'] : []
  await app.register(helmet, {
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
  const permissions = powerfulFeatures.map((feature) => `${feature}=()`).join(', ')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', permissions)
    done()
  })
}

/** What no page of ours asks for, and nothing that gets into one shall either. */
const powerfulFeatures = `
  accelerometer autoplay camera clipboard-read display-capture encrypted-media gamepad geolocation gyroscope hid
  idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-create
  publickey-credentials-get screen-wake-lock serial storage-access usb window-management xr-spatial-tracking`
  .trim()
  .split(/\s+/)

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
