<?php

declare(strict_types=1);

namespace Kirana;

/** Pages for customers. */
final class Shop
{
    public const ROUTES = [
        'GET /' => [self::class, 'home'],
        'POST /cart' => [self::class, 'changeCart'],
        'GET /checkout' => [self::class, 'checkout'],
        'POST /checkout' => [self::class, 'placeOrder'],
        'GET /orders' => [self::class, 'orders'],
        'GET /order' => [self::class, 'order'],
        'POST /order/cancel' => [self::class, 'cancelOrder'],
        'GET /login' => [self::class, 'login'],
        'POST /login' => [self::class, 'signIn'],
        'GET /register' => [self::class, 'registration'],
        'POST /register' => [self::class, 'register'],
        'POST /logout' => [self::class, 'logout'],
    ];

    public function __construct(private readonly App $app)
    {
    }

    public function home(): void
    {
        $category = (string) ($_GET['category'] ?? '');
        $words = (string) ($_GET['q'] ?? '');
        $sort = (string) ($_GET['sort'] ?? '');
        $categories = $this->app->catalogue->categories();
        $names = array_column($categories, 'name', 'slug');
        $this->app->show('home', [
            'title' => $names[$category] ?? ($words !== '' ? "Search: $words" : 'Everything in the shop'),
            'products' => $this->app->catalogue->search($category, $words, $sort),
            'categories' => $categories, 'category' => $category, 'words' => $words, 'sort' => $sort,
        ]);
    }

    public function changeCart(): void
    {
        $this->app->cart->set((int) ($_POST['product'] ?? 0), (int) ($_POST['quantity'] ?? 0));
        // Only a path inside this site, never another host.
        $back = (string) ($_POST['back'] ?? '/');
        $this->app->redirect(preg_match('#^/(?![/\\\\])#', $back) ? $back : '/');
    }

    public function checkout(array $form = [], array $problems = []): void
    {
        $bill = $this->app->cart->bill();
        if ($bill['lines'] === []) {
            $this->app->redirect('/', 'Your basket is empty.');

            return;
        }
        $customer = $this->app->auth->customer();
        if (!$customer) {
            $this->app->redirect('/login?next=checkout', 'Please sign in, then we take your address.');

            return;
        }
        $last = $this->app->orders->ofCustomer($customer['id'])[0] ?? [];
        $this->app->show('checkout', [
            'title' => 'Checkout', 'bill' => $bill, 'problems' => $problems,
            'form' => $form + ['name' => $customer['name'], 'phone' => $customer['phone'], 'address' => $last['address'] ?? '', 'pincode' => $last['pincode'] ?? '', 'slot' => '', 'payment' => ''],
        ]);
    }

    public function placeOrder(): void
    {
        $customer = $this->app->auth->customer();
        $form = array_map(static fn ($value): string => is_string($value) ? $value : '', $_POST);
        $problems = $this->app->orders->check($form);
        if (!$customer || $problems) {
            $this->checkout($form, $problems);

            return;
        }
        try {
            $id = $this->app->orders->place($customer, $this->app->cart->quantities(), $form);
        } catch (OutOfStock $short) {
            foreach ($this->app->cart->quantities() as $product => $quantity) {
                $this->app->cart->set($product, $quantity); // fits the basket to what is left
            }
            $this->checkout($form, [$short->getMessage() . ' We have updated your basket.']);

            return;
        }
        $this->app->cart->clear();
        $this->app->redirect("/order?id=$id", 'Thank you. Your order has reached the shop.');
    }

    public function orders(): void
    {
        $this->app->show('orders', ['title' => 'My orders', 'orders' => $this->app->orders->ofCustomer($this->customer()['id'])]);
    }

    public function order(): void
    {
        $order = $this->ownOrder((int) ($_GET['id'] ?? 0));
        $this->app->show('order', ['title' => "Order $order[id]", 'order' => $order, 'items' => $this->app->orders->items($order['id'])]);
    }

    public function cancelOrder(): void
    {
        $order = $this->ownOrder((int) ($_POST['id'] ?? 0));
        $this->app->orders->setStatus($order['id'], 'cancelled');
        $this->app->redirect("/order?id=$order[id]", 'Your order was cancelled.');
    }

    public function login(string $phone = '', ?string $problem = null): void
    {
        $this->app->show('login', ['title' => 'Sign in', 'phone' => $phone, 'problem' => $problem, 'next' => $_REQUEST['next'] ?? '']);
    }

    public function signIn(): void
    {
        $phone = (string) ($_POST['phone'] ?? '');
        if (!$this->app->auth->signIn($phone, (string) ($_POST['password'] ?? ''))) {
            $this->login($phone, 'The mobile number or password is not correct.');

            return;
        }
        $this->app->redirect(match (true) {
            ($_POST['next'] ?? '') === 'checkout' => '/checkout',
            $this->app->auth->isAdmin() => '/admin',
            default => '/',
        });
    }

    public function registration(array $form = [], array $problems = []): void
    {
        $this->app->show('register', ['title' => 'Create account', 'form' => $form, 'problems' => $problems]);
    }

    public function register(): void
    {
        $form = array_map(static fn ($value): string => is_string($value) ? $value : '', $_POST);
        $problems = $this->app->auth->register($form);
        if ($problems) {
            $this->registration($form, $problems);
        } else {
            $this->app->redirect($this->app->cart->quantities() ? '/checkout' : '/', 'Welcome to the shop.');
        }
    }

    public function logout(): void
    {
        $this->app->auth->signOut();
        $this->app->redirect('/');
    }

    private function customer(): array
    {
        return $this->app->auth->customer() ?? throw new HttpError(401, 'Please sign in to see your orders.');
    }

    private function ownOrder(int $id): array
    {
        $order = $this->app->orders->find($id);
        if (!$order || $order['customer_id'] !== $this->customer()['id']) {
            throw new HttpError(404, 'We could not find that order.');
        }

        return $order;
    }
}
