import { index, type RouteConfig } from '@react-router/dev/routes'

export default [index('list.tsx')] satisfies RouteConfig
