-- SQLite. The same tables for MySQL are in schema.mysql.sql.

CREATE TABLE categories (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    slug TEXT NOT NULL UNIQUE
);

CREATE TABLE products (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    category_id INTEGER NOT NULL REFERENCES categories (id),
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    mrp INTEGER NOT NULL CHECK (mrp > 0),
    price INTEGER NOT NULL CHECK (price > 0 AND price <= mrp),
    stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
    shape TEXT NOT NULL,
    tint TEXT NOT NULL,
    active INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE customers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    phone TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    is_admin INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    address TEXT NOT NULL,
    pincode TEXT NOT NULL,
    slot TEXT NOT NULL,
    payment TEXT NOT NULL,
    subtotal INTEGER NOT NULL,
    delivery INTEGER NOT NULL,
    total INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'placed' CHECK (status IN ('placed', 'packed', 'out', 'delivered', 'cancelled')),
    created_at TEXT NOT NULL
);

-- Name, unit and price are copied, so an old bill never changes when the catalogue does.
CREATE TABLE order_items (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    product_id INTEGER NOT NULL REFERENCES products (id),
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    price INTEGER NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (order_id, product_id)
);

-- Every change of stock, with its reason. The sum of one product's rows is its stock.
CREATE TABLE stock_moves (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id INTEGER NOT NULL REFERENCES products (id),
    quantity INTEGER NOT NULL,
    reason TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE INDEX orders_by_customer ON orders (customer_id, created_at);
CREATE INDEX products_by_category ON products (category_id, name);
CREATE INDEX moves_by_product ON stock_moves (product_id);
