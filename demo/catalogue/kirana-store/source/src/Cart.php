<?php

declare(strict_types=1);

namespace Kirana;

/** The basket in the session: product id to quantity. Prices always come fresh from the database. */
final class Cart
{
    /** @var array<int, int> */
    private array $quantities;

    public function __construct(private readonly Catalogue $catalogue, private readonly array $config)
    {
        $this->quantities = $_SESSION['cart'] ?? [];
    }

    public function set(int $productId, int $quantity): void
    {
        $product = $this->catalogue->find($productId);
        $allowed = $product && $product['active'] ? min($quantity, $product['stock'], $this->config['max_per_item']) : 0;
        if ($allowed > 0) {
            $this->quantities[$productId] = $allowed;
        } else {
            unset($this->quantities[$productId]);
        }
        $_SESSION['cart'] = $this->quantities;
    }

    public function quantity(int $productId): int
    {
        return $this->quantities[$productId] ?? 0;
    }

    /** @return array<int, int> */
    public function quantities(): array
    {
        return $this->quantities;
    }

    public function clear(): void
    {
        $this->quantities = [];
        unset($_SESSION['cart']);
    }

    /** Lines and totals as shown on the bill. Products that were removed from sale drop out. */
    public function bill(): array
    {
        $lines = [];
        foreach ($this->quantities as $id => $quantity) {
            $product = $this->catalogue->find($id);
            if ($product && $product['active']) {
                $lines[] = $product + ['quantity' => $quantity, 'amount' => $product['price'] * $quantity];
            }
        }

        return ['lines' => $lines, 'count' => array_sum(array_column($lines, 'quantity'))] + self::totals($lines, $this->config);
    }

    /** @param list<array{price: int, mrp?: int, quantity: int}> $lines */
    public static function totals(array $lines, array $config): array
    {
        $subtotal = $saving = 0;
        foreach ($lines as $line) {
            $subtotal += $line['price'] * $line['quantity'];
            $saving += (($line['mrp'] ?? $line['price']) - $line['price']) * $line['quantity'];
        }
        $delivery = $subtotal === 0 || $subtotal >= $config['free_delivery_from'] ? 0 : $config['delivery_charge'];

        return ['subtotal' => $subtotal, 'saving' => $saving, 'delivery' => $delivery, 'total' => $subtotal + $delivery];
    }
}
