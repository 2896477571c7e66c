import { schemaNames, z } from '../kit/zod.ts'
import { Finding } from './findings.ts'

/** What a project runs in. `other`: in something of which no steps are known, such as .NET or an Arduino. */
const setUpKinds = ['php', 'python', 'node', 'java', 'static', 'other'] as const
export type SetUpKind = (typeof setUpKinds)[number]

/** The database servers that a program asks; SQLite is a file, for which nothing is set up. */
const databaseSystems = ['mysql', 'postgres', 'mongodb', 'sqlserver', 'oracle', 'sqlite'] as const
export type DatabaseSystem = (typeof databaseSystems)[number]

/** What the programs that run others are called in the steps. */
const setUpTools = [
  'laravel',
  'codeigniter',
  'django',
  'streamlit',
  'notebook',
  'window',
  'maven',
  'gradle',
  'netbeans',
  'eclipse',
  'tomcat',
  'android',
  'dotnet',
  'flutter',
  'arduino',
] as const
export type SetUpTool = (typeof setUpTools)[number]

/** A place in the files, from line 1. */
const place = { file: z.string(), line: z.int() }
const Named = z.object({ name: z.string(), ...place })

/** A script that makes or fills tables. */
const Dump = z.object({
  path: z.string(),
  size: z.int(),
  /** The database that it names itself by CREATE DATABASE or USE. */
  database: z.string().nullable(),
  /** Whether it creates that database, so that nobody has to. */
  createsDatabase: z.boolean(),
  /** The kind of database that it is written for; null where any takes it. */
  system: z.enum(databaseSystems).nullable(),
  /** The path of a script before it that makes mostly the same tables, so that only one of them is imported. */
  sameAs: z.string().nullable(),
})

/** A connection to a database as the code opens it. The password itself is never stored. */
const DatabaseConnection = z.object({
  system: z.enum(databaseSystems),
  database: Named.nullable(),
  user: Named.nullable(),
  password: z.object({ isEmpty: z.boolean(), ...place }).nullable(),
  port: z.int().nullable(),
})
export type DatabaseConnection = z.infer<typeof DatabaseConnection>

/** A command and the folder of the release in which it runs; empty for the top. */
const Command = z.object({ folder: z.string(), line: z.string() })
export type SetUpCommand = z.infer<typeof Command>

/** What the check of a release found out about its start. Every path and name in it is one of the release. */
export const SetUp = z.object({
  kind: z.enum(setUpKinds),
  tool: z.enum(setUpTools).nullable(),
  /** The file that starts it. */
  entry: z.string().nullable(),
  /** The folder of the release that the server or the editor gets, such as the one of the pages; empty for the top. */
  root: z.string(),
  /** The first folder in the links of its pages: under this name it has to lie on the server. */
  folder: Named.nullable(),
  /** A link that begins at the top of the server, where it is no folder's name. */
  topLink: Named.nullable(),
  dumps: z.array(Dump),
  /** Whether a framework of it makes the tables. */
  makesTables: z.boolean(),
  connections: z.array(DatabaseConnection),
  /** The names of settings that the program reads from its environment and no file of the release sets. */
  settings: z
    .object({ names: z.array(z.string()), example: z.string().nullable(), folder: z.string() })
    .nullable(),
  install: z.array(Command),
  start: z.array(Command),
  /** Whether the start is the one of its README. */
  isFromReadme: z.boolean(),
  /** Libraries that it imports and no list of it names; for Java, the libraries that lie in it. */
  libraries: z.array(z.string()),
  port: z.int().nullable(),
  readme: z.string().nullable(),
})
schemaNames.add(SetUp, { id: 'SetUp' })
export type SetUp = z.infer<typeof SetUp>

/** What starts the release that an order gets, and what the check found in it that keeps a step from working. */
export const ReleaseSetUp = z.object({
  release: z.int(),
  facts: SetUp,
  /** With what we ran it, such as 'PHP 8.2 and MariaDB 10.11'; empty where we did not, absent of an older server. */
  runtime: z.string().optional(),
  findings: z.array(Finding.pick({ rule: true, file: true, line: true, message: true })),
})
schemaNames.add(ReleaseSetUp, { id: 'ReleaseSetUp' })
export type ReleaseSetUp = z.infer<typeof ReleaseSetUp>
