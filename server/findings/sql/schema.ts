import type { Sources, SourceFile } from '../sources/sources.ts'

const created =
  /\bcreate\s+(?:or\s+replace\s+)?(?:(?:global|local|temporary|temp|unlogged|virtual|materialized|recursive|external|algorithm\s?=\s?\w+|definer\s?=\s?\S{1,80}|sql\s+security\s+\w+)\s+){0,4}(?:table|view|table\s+function)\s+(?:if\s+not\s+exists\s+)?((?:[`"[]?[\w$]{1,64}[`"\]]?\s?\.\s?)?[`"[]?([\w$]{1,64}))/gi

/** The names of all tables and views that some file of the project creates, in lower case. */
export function createdTables(sources: Sources): Set<string> {
  const names = new Set<string>()
  for (const file of sources.texts)
    if (/create\s/i.test(file.text))
      for (const [, , name] of file.text.matchAll(created)) names.add(name!.toLowerCase())
  return names
}

/** The dumps and schema files of a project. */
export const sqlFiles = (sources: Sources): SourceFile[] => sources.written('sql')

/** Says whether the tables are made by a framework from classes, migrations or models. */
export const isMadeByFramework = (sources: Sources): boolean =>
  sources
    .written(
      'py',
      'php',
      'java',
      'kt',
      'js',
      'ts',
      'mjs',
      'cjs',
      'cs',
      'properties',
      'yml',
      'prisma',
      'xml',
      'rb',
      'go',
      'dart',
    )
    .some((file) => framework.test(sources.code(file)))

const framework =
  /\b(?:models\.Model|db\.Model|declarative_base|DeclarativeBase|create_all\(|SQLModel|peewee|[Ss]equelize|@Entity|SessionFactory|Eloquent|Schema::create|createTable\(|typeorm|ddl-auto|hbm2ddl|RoomDatabase|DbContext|ActiveRecord|gorm\.)|\bmodel \w+ \{/
