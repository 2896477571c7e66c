-- MySQL 8. Create the database first:
-- CREATE DATABASE kirana CHARACTER SET utf8mb4;

CREATE TABLE categories (
    id INT PRIMARY KEY,
    name VARCHAR(60) NOT NULL,
    slug VARCHAR(60) NOT NULL UNIQUE
) ENGINE = InnoDB;

CREATE TABLE products (
    id INT AUTO_INCREMENT PRIMARY KEY,
    category_id INT NOT NULL,
    name VARCHAR(80) NOT NULL,
    unit VARCHAR(30) NOT NULL,
    mrp INT NOT NULL CHECK (mrp > 0),
    price INT NOT NULL,
    stock INT NOT NULL DEFAULT 0 CHECK (stock >= 0),
    shape VARCHAR(20) NOT NULL,
    tint CHAR(7) NOT NULL,
    active TINYINT NOT NULL DEFAULT 1,
    CONSTRAINT price_within_mrp CHECK (price > 0 AND price <= mrp),
    FOREIGN KEY (category_id) REFERENCES categories (id),
    INDEX products_by_category (category_id, name)
) ENGINE = InnoDB;

CREATE TABLE customers (
    id INT AUTO_INCREMENT PRIMARY KEY,
    name VARCHAR(80) NOT NULL,
    phone CHAR(10) NOT NULL UNIQUE,
    password_hash VARCHAR(255) NOT NULL,
    is_admin TINYINT NOT NULL DEFAULT 0
) ENGINE = InnoDB;

CREATE TABLE orders (
    id INT AUTO_INCREMENT PRIMARY KEY,
    customer_id INT NOT NULL,
    name VARCHAR(80) NOT NULL,
    phone CHAR(10) NOT NULL,
    address VARCHAR(250) NOT NULL,
    pincode CHAR(6) NOT NULL,
    slot VARCHAR(30) NOT NULL,
    payment VARCHAR(30) NOT NULL,
    subtotal INT NOT NULL,
    delivery INT NOT NULL,
    total INT NOT NULL,
    status ENUM ('placed', 'packed', 'out', 'delivered', 'cancelled') NOT NULL DEFAULT 'placed',
    created_at DATETIME NOT NULL,
    FOREIGN KEY (customer_id) REFERENCES customers (id),
    INDEX orders_by_customer (customer_id, created_at)
) ENGINE = InnoDB;

CREATE TABLE order_items (
    order_id INT NOT NULL,
    product_id INT NOT NULL,
    name VARCHAR(80) NOT NULL,
    unit VARCHAR(30) NOT NULL,
    price INT NOT NULL,
    quantity INT NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (order_id, product_id),
    FOREIGN KEY (order_id) REFERENCES orders (id),
    FOREIGN KEY (product_id) REFERENCES products (id)
) ENGINE = InnoDB;

CREATE TABLE stock_moves (
    id INT AUTO_INCREMENT PRIMARY KEY,
    product_id INT NOT NULL,
    quantity INT NOT NULL,
    reason VARCHAR(60) NOT NULL,
    created_at DATETIME NOT NULL,
    FOREIGN KEY (product_id) REFERENCES products (id),
    INDEX moves_by_product (product_id)
) ENGINE = InnoDB;
