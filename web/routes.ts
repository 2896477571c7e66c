import { type RouteConfig, route } from '@react-router/dev/routes'

export default (import.meta.env.DEV ? [route('ui-gallery', 'ui-gallery-page.tsx')] : []) satisfies RouteConfig
