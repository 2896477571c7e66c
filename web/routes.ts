import { type RouteConfig, route } from '@react-router/dev/routes'

export default [
  ...(process.env.NODE_ENV === 'production' ? [] : [route('ui-gallery', 'ui-gallery-page.tsx')]),
] satisfies RouteConfig
