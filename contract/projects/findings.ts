import { endpoint, member, staff, superAdmin } from '../kit/endpoint.ts'
import { Done, Id, line, list, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { schemaNames, z } from '../kit/zod.ts'

const maxMarks = 200

/** The rules of the check of a project's files; each finding names its rule. */
const ruleNames = [
  'no-schema',
  'broken-dump',
  'missing-table',
  'database-name',
  'removed-php',
  'no-manifest',
  'missing-dependency',
  'no-entry',
  'machine-path',
  'missing-file',
  'readme-command',
  'private-key',
  'service-key',
  'database-password',
  'mail-password',
  'env-file',
  'secret-value',
  'aadhaar',
  'personal-data',
  'personal',
  'default-password',
  'framework-key',
  'readme-quality',
  'report',
  'large-file',
  'generated-file',
  'build-output',
  'copied-licence',
  'licence',
  'provenance',
  'tracking',
  'missing-component',
  'structure',
  'logs',
  'readme',
  'declared-technology',
] as const
export type RuleName = (typeof ruleNames)[number]
const Rule = z.enum(ruleNames)

/**
 * The kinds of rules. running: it may not run. secret: somebody may misuse it. personal: it is about a person. note:
 * worth knowing.
 */
export const ruleKinds = ['running', 'secret', 'personal', 'note'] as const

/**
 * The kinds of code that is not the owner's work. built: by a build or an installation. generated: by a designer or
 * another tool.
 */
export const foreignKinds = ['framework', 'library', 'template', 'built', 'generated'] as const

const Waiver = z.object({ reason: z.string(), by: z.string(), at: z.string() })

export const Finding = z.object({
  rule: Rule,
  kind: z.enum(ruleKinds),
  title: z.string(),
  /** The place of the finding; the line is null when it is about the whole file, or about a missing one. */
  file: z.string(),
  line: z.int().nullable(),
  /** Identifies the finding: the same in a later release, another one for another secret in the same file. */
  mark: z.string(),
  /** The line of the finding, without secrets; null when there is none. */
  excerpt: z.string().nullable(),
  /** The description of the problem, which never shows a secret in full. */
  message: z.string(),
  advice: z.string(),
  /** Whether the project cannot be approved while this is open. */
  isBlocking: z.boolean(),
  /** False when staff had switched the rule off for owners before the check. */
  isShown: z.boolean(),
  waiver: Waiver.nullable(),
})
schemaNames.add(Finding, { id: 'Finding' })
export type Finding = z.infer<typeof Finding>

/** Tells whether findings of a kind are about secrets or people, which nobody may publish by mistake. */
export const isSensitive = (kind: Finding['kind']): boolean => kind === 'secret' || kind === 'personal'

/** Tells whether a finding is a secret or personal data of which the owner has said why it is harmless. */
export const isExplained = ({ kind, waiver }: Pick<Finding, 'kind' | 'waiver'>): boolean =>
  waiver !== null && isSensitive(kind)

/** Tells whether a rule finds keys by the form that their provider gives them, which nobody makes up by chance. */
export const findsRealKeys = (rule: RuleName): boolean => rule === 'service-key' || rule === 'private-key'

const callsMadeUp =
  /\b(?:made[- ]?up|make[- ]believe|fake|fictional|invented|dummy|placeholder|sample|example|random|not (?:a )?real|isn['’]t (?:a )?real|no real)\b/i

export const Findings = z.object({
  /** none: there are no files. waiting: the check has not run yet. failed: the files could not be checked. */
  state: z.enum(['none', 'waiting', 'checked', 'failed']),
  /** The number of the checked release. */
  release: z.int().nullable(),
  checkedAt: z.string().nullable(),
  /** A sentence about what the check covers, whatever it found. */
  summary: z.string(),
  /** Whether a finding that must be removed or explained before approval is open. */
  isBlocked: z.boolean(),
  findings: z.array(Finding),
  /** The numbers of further files with findings of a rule. At most five findings of a rule are listed for each file. */
  omitted: z.array(z.object({ rule: Rule, count: z.int(), isBlocking: z.boolean() })),
  /**
   * Files whose text was not read, or not as a whole: too large, beyond what one check reads, or of an unknown kind.
   * Pictures and the like are not counted.
   */
  unread: z.int(),
  /** Files of code that were not read, or of which only the ends were although somebody wrote them. */
  unreadCode: z.int(),
  technologies: z.array(z.object({ name: z.string(), isDeclared: z.boolean() })),
  /**
   * For its owner: the sign-ins that the rule about known passwords found in the files, as far as they tell, and that the
   * listing does not declare.
   */
  signIns: z.array(
    z.object({
      file: z.string(),
      role: z.string().nullable(),
      user: z.string().nullable(),
      password: z.string(),
    }),
  ),
  licences: z.array(z.object({ file: z.string(), licence: z.string() })),
  /** The file that starts the program; null when none was found. */
  entry: z.string().nullable(),
  /**
   * Code that is not the owner's work, the largest parts first: it counts neither for languages and lines nor as a
   * copy.
   */
  foreign: z.array(
    z.object({ kind: z.enum(foreignKinds), name: z.string(), place: z.string(), files: z.int() }),
  ),
})
schemaNames.add(Findings, { id: 'Findings' })
export type Findings = z.infer<typeof Findings>

/** The public facts from the check of the current files; null without a check. */
export const Facts = z.object({
  checkedAt: z.string(),
  release: z.int(),
  /** In plain words: what the files contain, and what a buyer should know before buying. */
  good: z.array(z.string()),
  known: z.array(z.string()),
})
schemaNames.add(Facts, { id: 'FindingFacts' })
export type Facts = z.infer<typeof Facts>

const Switches = z.object({ shown: z.boolean(), required: z.boolean() })
export const RuleSwitches = Switches.extend({ rule: Rule, kind: z.enum(ruleKinds), title: z.string() })
schemaNames.add(RuleSwitches, { id: 'RuleSwitches' })
export type RuleSwitches = z.infer<typeof RuleSwitches>

const ofProject = z.object({ id: Id })
const place = {
  rule: Rule,
  file: text(limits.pathLength, { missing: 'Say which file' }).min(1, 'Say which file'),
}
const Mark = text(20, { missing: 'Say which finding' }).min(1, 'Say which finding')
const limit = { requests: 120, seconds: 60, protects: 'process' } as const

export const findings = {
  get: endpoint({
    method: 'GET',
    path: '/projects/:id/findings',
    summary: "What was found in a project's newest release, for its owner and staff.",
    access: [...member, ...staff],
    params: ofProject,
    reply: Done.extend({ findings: Findings }),
  }),
  waive: endpoint({
    method: 'PUT',
    path: '/projects/:id/findings/waivers',
    summary:
      'The owner says why what a rule found in a file is harmless. It holds for later releases too, but for nothing else that is found in the file. A key in the form of its provider cannot be called made up.',
    access: member,
    limit,
    params: ofProject,
    body: z
      .object({
        ...place,
        marks: list(Mark, maxMarks, { missing: 'Say which findings' }).refine(
          (marks) => marks.length > 0,
          'Say which findings',
        ),
        reason: line(300, 'Say why').min(10, 'Say why in at least 10 characters'),
      })
      .refine(({ rule, reason }) => !findsRealKeys(rule) || !callsMadeUp.test(reason), {
        path: ['reason'],
        message:
          'A key in this form was given out by its provider, so it is not made up. Change it there, take it out and upload again.',
      }),
    reply: Done.extend({ findings: Findings }),
  }),
  unwaive: endpoint({
    method: 'DELETE',
    path: '/projects/:id/findings/waivers',
    summary: 'The owner takes such a reason back, also when there is none.',
    access: member,
    limit,
    params: ofProject,
    query: z.object({ ...place, mark: Mark }),
    reply: Done.extend({ findings: Findings }),
  }),
  recheck: endpoint({
    method: 'POST',
    path: '/projects/:id/findings/check',
    summary: 'Checks the newest release again when it could not be checked.',
    access: [...member, ...staff],
    limit: { requests: 10, seconds: 600, protects: 'people' },
    params: ofProject,
    reply: Done.extend({ findings: Findings }),
  }),
  facts: endpoint({
    method: 'GET',
    path: '/projects/:id/facts',
    summary:
      "What the check of a project's files tells whoever thinks of buying it. Without places, and nothing about secrets but that there are none.",
    access: 'anyone',
    params: ofProject,
    reply: Done.extend({ facts: Facts.nullable() }),
  }),
  rules: endpoint({
    method: 'GET',
    path: '/admin/findings/rules',
    summary: 'Every rule with its two switches.',
    access: staff,
    reply: Done.extend({ rules: z.array(RuleSwitches) }),
  }),
  setRule: endpoint({
    method: 'PUT',
    path: '/admin/findings/rules/:rule',
    summary:
      'Sets for releases that are checked from now on whether owners see what a rule finds, and whether a project is approved while it is open. What is required is shown.',
    access: superAdmin,
    params: z.object({ rule: Rule }),
    body: Switches,
    reply: Done.extend({ rules: z.array(RuleSwitches) }),
  }),
}
