import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Security headers on every answer: scripts only with this answer's nonce, nothing framed, nothing sniffed. */
export async function secureHeaders(
  app: FastifyInstance,
  { https, gateway, dev }: { https: boolean; gateway: 'sandbox' | 'razorpay'; dev: boolean },
) {
  const checkout = gateway === 'razorpay' ? ['https://checkout.razorpay.com', 'https://api.razorpay.com'] : []
  await app.register(helmet, {
    enableCSPNonces: true,
    // Pages that Vite makes on the fly bring styles of their own.
    contentSecurityPolicy: !dev && {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...checkout],
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
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
}
