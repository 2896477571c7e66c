import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [index('list.tsx'), route('same', 'same-list.tsx')] satisfies RouteConfig
