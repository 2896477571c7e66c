<?php

declare(strict_types=1);

namespace Kirana;

/** Products, categories and stock. */
final class Catalogue
{
    private const SORTS = ['name' => 'p.name', 'cheap' => 'p.price, p.name', 'saving' => 'p.price * 1.0 / p.mrp, p.name'];

    public function __construct(private readonly Database $db)
    {
    }

    public function categories(): array
    {
        return $this->db->all('SELECT c.*, COUNT(p.id) AS products FROM categories c
            LEFT JOIN products p ON p.category_id = c.id AND p.active = 1 GROUP BY c.id, c.name, c.slug ORDER BY c.id');
    }

    public function search(string $category = '', string $words = '', string $sort = ''): array
    {
        $where = 'p.active = 1';
        $values = [];
        if ($category !== '') {
            $where .= ' AND c.slug = :category';
            $values['category'] = $category;
        }
        foreach (array_slice(preg_split('/\s+/', trim($words), -1, PREG_SPLIT_NO_EMPTY), 0, 5) as $index => $word) {
            $where .= " AND p.name LIKE :word$index";
            $values["word$index"] = '%' . str_replace(['%', '_'], '', $word) . '%';
        }
        $order = self::SORTS[$sort] ?? 'c.id, p.id';

        // Finished products always come last.
        return $this->db->all("SELECT p.*, c.name AS category FROM products p JOIN categories c ON c.id = p.category_id
            WHERE $where ORDER BY CASE WHEN p.stock = 0 THEN 1 ELSE 0 END, $order", $values);
    }

    public function find(int $id): ?array
    {
        return $this->db->one('SELECT * FROM products WHERE id = :id', ['id' => $id]);
    }

    /** @return list<string> problems; empty when the product was saved */
    public function save(?int $id, array $form): array
    {
        $row = [
            'category_id' => (int) ($form['category_id'] ?? 0),
            'name' => trim($form['name'] ?? ''),
            'unit' => trim($form['unit'] ?? ''),
            'mrp' => parseRupees($form['mrp'] ?? ''),
            'price' => parseRupees($form['price'] ?? ''),
            'shape' => $form['shape'] ?? '',
            'tint' => $form['tint'] ?? '',
            'active' => isset($form['active']) ? 1 : 0,
        ];
        $problems = array_keys(array_filter([
            'Name is needed, at most 80 characters.' => $row['name'] === '' || strlen($row['name']) > 80,
            'Unit is needed, for example "500 g".' => $row['unit'] === '' || strlen($row['unit']) > 30,
            'Please choose a category.' => !$this->db->value('SELECT 1 FROM categories WHERE id = :id', ['id' => $row['category_id']]),
            'MRP and price must be amounts in rupees.' => !$row['mrp'] || !$row['price'],
            'Price cannot be more than the MRP.' => $row['mrp'] && $row['price'] > $row['mrp'],
            'Please choose a picture.' => !in_array($row['shape'], Picture::SHAPES, true),
            'Colour must look like #a1b2c3.' => !preg_match('/^#[0-9a-f]{6}$/i', $row['tint']),
        ]));
        if ($problems) {
            return $problems;
        }
        if ($id === null) {
            $this->db->insert('products', $row);
        } else {
            $this->db->run('UPDATE products SET category_id = :category_id, name = :name, unit = :unit, mrp = :mrp, price = :price,
                shape = :shape, tint = :tint, active = :active WHERE id = :id', $row + ['id' => $id]);
        }

        return [];
    }

    /**
     * Adds or takes away stock and writes down why. Returns false when there is not enough.
     * The condition is part of the UPDATE, so two people buying the last packet cannot both succeed.
     */
    public function moveStock(int $productId, int $quantity, string $reason, ?string $time = null): bool
    {
        if ($quantity === 0) {
            return true;
        }
        $changed = $this->db->run(
            'UPDATE products SET stock = stock + :quantity WHERE id = :id AND stock >= :needed',
            ['quantity' => $quantity, 'id' => $productId, 'needed' => max(0, -$quantity)],
        )->rowCount();
        if ($changed === 0) {
            return false;
        }
        $this->db->insert('stock_moves', ['product_id' => $productId, 'quantity' => $quantity, 'reason' => $reason, 'created_at' => $time ?? date('Y-m-d H:i:s')]);

        return true;
    }

    public function moves(int $productId): array
    {
        return $this->db->all('SELECT * FROM stock_moves WHERE product_id = :id ORDER BY created_at DESC, id DESC LIMIT 12', ['id' => $productId]);
    }
}
