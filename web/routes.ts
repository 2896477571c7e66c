import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site. */
export default [
  layout('site-layout.tsx', [
    index('home/home-page.tsx'),
    route('projects', 'catalogue/list/projects-page.tsx'),
    route('projects/:id', 'catalogue/detail/project-page.tsx'),
    route('categories', 'content/categories/categories-page.tsx'),
    route('about', 'content/about-page.tsx'),
    route('contact', 'content/contact/contact-page.tsx'),
    route('support/:page', 'content/support-page.tsx'),
    route('cart', 'cart/cart-page.tsx'),
    route('checkout', 'orders/checkout-page.tsx'),
    route('orders/payments/:id', 'orders/payment-page.tsx'),
    route('profile', 'profile/profile-page.tsx'),
    route('owner/projects/:id', 'owner/owner-project-page.tsx'),
  ]),
  route('signin', 'accounts/signin-page.tsx'),
  route('signin/link', 'accounts/signin-link-page.tsx'),
  route('signup', 'accounts/signup-page.tsx'),
  route('sandbox/:orderId', 'orders/sandbox-page.tsx'),
  route('admin/login', 'staff/login-page.tsx'),
  route('admin/login/link', 'staff/login-link-page.tsx'),
  route('admin', 'staff/admin-layout.tsx', [
    index('staff/admin-index-page.tsx', { id: 'admin' }),
    route('dashboard', 'staff/admin-index-page.tsx', { id: 'admin/dashboard' }),
    route('projects', 'staff/admin-projects-page.tsx'),
    route('projects/:id', 'staff/admin-project-page.tsx'),
    route('*', 'staff/admin-missing-page.tsx'),
  ]),
  route('login', 'redirects/to-signin.ts', { id: 'login' }),
  route('auth', 'redirects/to-signin.ts', { id: 'auth' }),
  route('register', 'redirects/to-signup.ts'),
  route('share/:site', 'redirects/share.ts'),
  route('projects/suggestions', 'catalogue/list/suggestions.ts'),
  ...(process.env.NODE_ENV === 'production' ? [] : [route('ui-gallery', 'ui-gallery/ui-gallery-page.tsx')]),
  route('*', 'redirects/to-home.ts'),
] satisfies RouteConfig
