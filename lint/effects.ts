import type { RuleTester } from 'oxlint/plugins-dev'

const message =
  'React takes what an effect or a ref callback returns for its clean-up: give it braces, or return a function.'

/**
 * Requires that an effect or ref callback returns a clean-up function or nothing, never the result of a call, which a
 * browser may change.
 */
const noReturnedValue: Rule = {
  create: (context) => {
    const check = (callback: Node | null | undefined) => {
      const given =
        callback?.type === 'Identifier'
          ? declaredAs(callback.name, context.sourceCode.getScope(callback))
          : callback
      if (given?.type === 'ConditionalExpression') {
        check(given.consequent)
        check(given.alternate)
      } else if (given?.type === 'LogicalExpression') check(given.right)
      else if (given?.type === 'ArrowFunctionExpression' && given.expression && !isCleanUp(given))
        context.report({ node: given.body, message })
    }
    return {
      CallExpression: ({ callee, arguments: [first] }) => {
        const name = callee.type === 'MemberExpression' ? callee.property : callee
        if (name.type === 'Identifier' && effects.has(name.name)) check(first)
      },
      Property: ({ key, value }) => {
        if (key.type === 'Identifier' && key.name === 'ref') check(value)
      },
      JSXAttribute: ({ name, value }) => {
        if (name.type === 'JSXIdentifier' && name.name === 'ref' && value?.type === 'JSXExpressionContainer')
          check(value.expression)
      },
    }
  },
}

export default { meta: { name: 'effects' }, rules: { 'no-returned-value': noReturnedValue } }

const effects = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect'])

/** Accepts a function, the name of one, nothing at all, or a declared function type. */
const isCleanUp = ({ body, returnType }: Extract<Node, { type: 'ArrowFunctionExpression' }>) =>
  body.type === 'ArrowFunctionExpression' ||
  body.type === 'FunctionExpression' ||
  body.type === 'Identifier' ||
  (body.type === 'UnaryExpression' && body.operator === 'void') ||
  returnType?.typeAnnotation.type === 'TSFunctionType'

/** Finds the value that a name of the same file was declared with. */
function declaredAs(name: string, scope: Scope | null): Node | null | undefined {
  const variable = scope?.set.get(name)
  if (!variable) return scope ? declaredAs(name, scope.upper) : undefined
  const declaration = variable.defs[0]?.node
  return declaration?.type === 'VariableDeclarator' ? declaration.init : undefined
}

// Oxlint gives these types no names.
type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>
type SourceCode = Parameters<Rule['create']>[0]['sourceCode']
type Node = Parameters<SourceCode['getScope']>[0]
type Scope = ReturnType<SourceCode['getScope']>
