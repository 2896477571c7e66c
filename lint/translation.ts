import type { RuleTester } from 'oxlint/plugins-dev'

const message =
  'A translator replaces this text, and React then fails to find it beside what comes and goes: give it an element of its own, or make it one string.'

/**
 * Requires an element of its own for a text that comes and goes beside other children, for a text that follows a child
 * that comes and goes, and for a text in a fragment. A translator replaces text nodes, so that React can neither remove
 * them nor insert before them.
 */
const noLooseText: Rule = {
  create: (context) => {
    const check = (parent: Element | Fragment) => {
      const shown = parent.children.filter(isShown)
      const kinds = shown.map(kindOf)
      const varying = kinds.indexOf('varying')
      for (const [index, child] of shown.entries()) {
        const follows = varying >= 0 && index > varying
        const isLoose =
          shown.length > 1 &&
          (kinds[index] === 'loose' || (follows && kinds[index] === 'unknown' && holdsText(parent)))
        const isText = kinds[index] === 'text' && (follows || parent.type === 'JSXFragment')
        if (isLoose || isText) context.report({ node: child, message })
      }
    }
    return { JSXElement: check, JSXFragment: check }
  },
}

export default { meta: { name: 'translation' }, rules: { 'no-loose-text': noLooseText } }

/** Returns whether an element holds words, so that a child that may be a text most likely is one. */
const holdsText = (parent: Element | Fragment) =>
  parent.type === 'JSXElement' &&
  parent.openingElement.name.type === 'JSXIdentifier' &&
  wordy.has(parent.openingElement.name.name)
const wordy = new Set(
  'a b button dd del dt em h1 h2 h3 h4 ins label legend p small span strong summary td th time Link TextLink Tag'.split(
    ' ',
  ),
)

const isShown = (child: Child) =>
  child.type === 'JSXText'
    ? child.value.trim() !== ''
    : child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression'

/**
 * What React holds for a child: a text, an element that stays, either of them at times, or what the name does not say.
 */
type Kind = 'text' | 'element' | 'loose' | 'varying' | 'unknown' | 'nothing'

function kindOf(node: Node): Kind {
  switch (node.type) {
    case 'JSXText':
    case 'TemplateLiteral':
      return 'text'
    case 'Literal':
      return typeof node.value === 'string' && node.value.trim() !== '' ? 'text' : 'nothing'
    case 'JSXExpressionContainer':
      return kindOf(node.expression)
    case 'JSXElement':
      return 'element'
    case 'JSXFragment':
      return 'varying'
    case 'Identifier':
    case 'MemberExpression':
    case 'ChainExpression':
      return 'unknown'
    case 'BinaryExpression':
      return 'text'
    case 'LogicalExpression':
      return node.operator === '&&'
        ? either(kindOf(node.right), 'nothing')
        : either(kindOf(node.left), kindOf(node.right))
    case 'ConditionalExpression':
      return either(kindOf(node.consequent), kindOf(node.alternate))
    case 'CallExpression':
      return isMap(node) ? 'varying' : 'unknown'
    default:
      return 'nothing'
  }
}

function either(one: Kind, other: Kind): Kind {
  if (one === other && one !== 'element') return one
  const isAny = (kind: Kind) => one === kind || other === kind
  if (isAny('loose') || isAny('text')) return isAny('unknown') ? 'unknown' : 'loose'
  return 'varying'
}

const isMap = ({ callee }: Extract<Node, { type: 'CallExpression' }>) =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  callee.property.name === 'map'

// Oxlint gives these types no names.
type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>
type SourceCode = Parameters<Rule['create']>[0]['sourceCode']
type Node = Parameters<SourceCode['getScope']>[0]
type Element = Extract<Node, { type: 'JSXElement' }>
type Fragment = Extract<Node, { type: 'JSXFragment' }>
type Child = Element['children'][number]
