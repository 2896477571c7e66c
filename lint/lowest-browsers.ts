import type { RuleTester } from 'oxlint/plugins-dev'

import { withoutGlobal, withoutMember, withoutMethod } from './missing.ts'

/**
 * Refuses what one of the lowest browsers lacks: names, members of what is known to be of an interface, and methods that
 * have the same name on every kind of value. `?.()` and a comment say that it is only an improvement. Its
 * options are methods that those browsers are given.
 */
const noMissingCall: Rule = {
  meta: { schema: { type: 'array', items: { type: 'string' } } },
  create: (context) => {
    const provided = new Set(context.options as string[])
    const report = (node: Node, name: string, without: string) => {
      if (without) context.report({ node, message: `${name} is missing in ${without}.` })
    }
    const variableOf = (node: Named) => variableIn(node.name, context.sourceCode.getScope(node))
    /** The interface of a value, where the same file says it. */
    const interfaceOf = (node: Node): string | undefined => {
      if (node.type === 'NewExpression' && node.callee.type === 'Identifier') return node.callee.name
      if (node.type === 'MemberExpression' && node.property.type === 'Identifier')
        return node.property.name === 'searchParams' ? 'URLSearchParams' : undefined
      if (node.type !== 'Identifier') return undefined
      const [definition] = variableOf(node)?.defs ?? []
      if (!definition) return node.name
      const held = declaredInterface(definition)
      // What a browser does not know at all it never gives.
      return held && withoutGlobal(held) ? undefined : held
    }
    const declaredInterface = (definition: Definition): string | undefined => {
      const { name, node: declared } = definition
      const type = name.type === 'Identifier' && name.typeAnnotation?.typeAnnotation
      if (type && type.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
        return variableOf(type.typeName)?.defs.length ? undefined : type.typeName.name
      if (declared.type !== 'VariableDeclarator' || !declared.init) return undefined
      const { id, init } = declared
      if (id.type === 'Identifier' && init.type === 'NewExpression') return interfaceOf(init)
      const isHook =
        init.type === 'CallExpression' &&
        init.callee.type === 'Identifier' &&
        init.callee.name === 'useSearchParams'
      return id.type === 'ArrayPattern' && isHook ? 'URLSearchParams' : undefined
    }
    const isImported = (node: Node) =>
      node.type === 'Identifier' && variableOf(node)?.defs[0]?.type === 'ImportBinding'
    const checkGlobal = (callee: Node) => {
      if (callee.type === 'Identifier' && !variableOf(callee)?.defs.length)
        report(callee, callee.name, withoutGlobal(callee.name))
    }
    return {
      MemberExpression: (node) => {
        const { object, property, computed, parent } = node
        if (computed || property.type !== 'Identifier' || isImported(object)) return
        const isCalled = parent.type === 'CallExpression' && parent.callee === node
        // Asked whether it is there.
        if (isCalled ? parent.optional : parent.type === 'UnaryExpression') return
        const of = interfaceOf(object)
        const without = of && withoutMember(of, property.name)
        if (provided.has(property.name)) return
        if (without !== undefined) report(property, `${of}.${property.name}`, without)
        else if (isCalled) report(property, property.name, withoutMethod(property.name))
      },
      CallExpression: ({ callee, optional }) => !optional && checkGlobal(callee),
      NewExpression: ({ callee }) => checkGlobal(callee),
      Literal: (node) => {
        if ('regex' in node && node.regex && /v/.test(node.regex.flags))
          report(node, 'The flag v', withoutMember('RegExp', 'unicodeSets') ?? '')
      },
    }
  },
}

export default { meta: { name: 'lowest-browsers' }, rules: { 'no-missing-call': noMissingCall } }

function variableIn(name: string, scope: Scope | null): Variable | undefined {
  if (!scope) return undefined
  return scope.set.get(name) ?? variableIn(name, scope.upper)
}

// Oxlint gives these types no names.
type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>
type SourceCode = Parameters<Rule['create']>[0]['sourceCode']
type Node = Parameters<SourceCode['getScope']>[0]
type Named = Extract<Node, { type: 'Identifier' }>
type Scope = ReturnType<SourceCode['getScope']>
type Definition = Variable['defs'][number]
type Variable = NonNullable<ReturnType<Scope['set']['get']>>
