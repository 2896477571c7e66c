import { z } from '#contract/kit/zod.ts'

const Machine = z.object({
  /** The account of sandboxes where the runner is started as root. */
  RUNNER_ACCOUNT: z.coerce.number().int().min(1000).max(2_000_000_000).default(61_000),
  /** A folder for an empty database, about 30 MB, and the scratch of runs, less than 1 MB. */
  RUNNER_HOME: z.string().min(1).default(`/var/tmp/readymade-runner-${process.getuid!()}`),
})
const Shop = z.object({
  SHOP_URL: z.url({ protocol: /^https?$/, error: 'expected the address of the shop' }),
  RUNNER_TOKEN: z
    .string('expected the token that the settings showed')
    .regex(/^[!-~]{16,}$/, 'expected a token'),
})

/** What the runner may use of its machine. */
export const machine = read(Machine)

/** Reads where the shop is. A runner has no other key: no database, no store and no secret. */
export const readShop = (): z.infer<typeof Shop> => read(Shop)

/** Tells whether others on the way to the shop could read the token and the files. */
export function isReadOnTheWay(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Reads variables. Throws an error whose message names the variables that are wrong. */
function read<Variables extends z.ZodType>(variables: Variables): z.infer<Variables> {
  const { success, data, error } = variables.safeParse(process.env)
  if (success) return data
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}
