<?php

// Sample catalogue: [name, unit, MRP ₹, price ₹, stock, shape, tint]. Loaded when the database is empty.
return [
    'categories' => [
        ['Fruits and vegetables', 'fresh'], ['Atta, rice and dal', 'staples'], ['Oil and ghee', 'oil-ghee'],
        ['Masala and pickle', 'masala'], ['Dairy and bread', 'dairy'], ['Tea and snacks', 'snacks'], ['Home and bath', 'home'],
    ],
    'products' => [
        'fresh' => [
            ['Desi tomato', '1 kg', 40, 32, 46, 'round', '#d93a2b'], ['Nashik onion', '1 kg', 45, 38, 60, 'onion', '#a8486b'],
            ['Potato', '2 kg', 64, 56, 52, 'root', '#c99a55'], ['Coriander bunch', '100 g', 20, 12, 25, 'bunch', '#3f8f3a'],
            ['Palak', '250 g', 25, 18, 5, 'bunch', '#2f7a3d'], ['Robusta banana', '6 pieces', 48, 42, 30, 'banana', '#f2c230'],
            ['Green chilli', '100 g', 15, 10, 40, 'chilli', '#3c9a35'], ['Nagpur orange', '1 kg', 110, 92, 18, 'round', '#f08a1d'],
        ],
        'staples' => [
            ['Sharbati chakki atta', '5 kg', 310, 279, 34, 'sack', '#d79a3a'], ['Basmati rice', '5 kg', 720, 639, 14, 'sack', '#2f6fa8'],
            ['Sona masoori rice', '5 kg', 425, 389, 21, 'sack', '#8a5a9e'], ['Toor dal', '1 kg', 178, 162, 40, 'pouch', '#e0a526'],
            ['Moong dal', '1 kg', 145, 132, 33, 'pouch', '#6d9c3b'], ['Kabuli chana', '1 kg', 160, 148, 6, 'pouch', '#c58b58'],
            ['Poha, thick', '500 g', 45, 39, 44, 'pouch', '#4f8fbf'], ['Sugar', '1 kg', 52, 46, 70, 'pouch', '#d0587e'],
        ],
        'oil-ghee' => [
            ['Groundnut oil', '1 litre', 215, 198, 26, 'bottle', '#e8a917'], ['Mustard oil, kachi ghani', '1 litre', 190, 176, 20, 'bottle', '#c77a12'],
            ['Cow ghee', '500 ml', 360, 335, 16, 'tin', '#f0b429'], ['Coconut oil', '500 ml', 150, 139, 3, 'bottle', '#4aa3b5'],
        ],
        'masala' => [
            ['Haldi powder', '200 g', 68, 60, 38, 'pouch', '#f0a500'], ['Lal mirch powder', '200 g', 92, 82, 36, 'pouch', '#cf2e24'],
            ['Garam masala', '100 g', 95, 84, 29, 'box', '#7b4a2d'], ['Mango pickle', '400 g', 135, 118, 22, 'jar', '#c9761d'],
            ['Jeera', '100 g', 65, 56, 31, 'pouch', '#8b6b3f'], ['Sendha namak', '1 kg', 60, 52, 48, 'pouch', '#d98b9c'],
        ],
        'dairy' => [
            ['Full cream milk', '1 litre', 70, 70, 40, 'carton', '#2a74b8'], ['Dahi', '400 g', 40, 38, 24, 'tub', '#5bb0d6'],
            ['Paneer', '200 g', 95, 88, 12, 'block', '#6aa84f'], ['Brown bread', '400 g', 50, 46, 9, 'loaf', '#a8672f'], ['Eggs', '6 pieces', 54, 50, 0, 'eggs', '#d9b38c'],
        ],
        'snacks' => [
            ['Assam tea', '500 g', 290, 262, 27, 'box', '#b3261e'], ['Ratlami sev', '400 g', 130, 115, 32, 'pouch', '#ea9a1e'],
            ['Glucose biscuits', '800 g', 110, 96, 41, 'biscuit', '#e4c05c'], ['Roasted makhana', '100 g', 160, 142, 19, 'pouch', '#7c8fb5'],
            ['Jaggery cubes', '900 g', 95, 85, 23, 'jar', '#a65a1f'], ['Banana chips', '200 g', 75, 66, 28, 'pouch', '#e7c32c'],
        ],
        'home' => [
            ['Sandal soap', '4 x 100 g', 180, 159, 30, 'block', '#d8a15d'], ['Detergent powder', '2 kg', 260, 235, 17, 'sack', '#2f8fd0'],
            ['Dishwash bar', '3 x 200 g', 66, 59, 45, 'block', '#59a63c'], ['Mogra agarbatti', '120 sticks', 75, 66, 35, 'box', '#8c4fa3'],
            ['Floor cleaner', '1 litre', 199, 175, 2, 'bottle', '#3aa17e'],
        ],
    ],
    'customers' => [
        ['Ramesh Sharma', '9826000001', 'dukaan123', 1], ['Kavita Joshi', '9826000002', 'grocery123', 0],
        ['Arjun Malviya', '9826000003', 'grocery123', 0], ['Sana Khan', '9826000004', 'grocery123', 0],
    ],
    'addresses' => [2 => ['12 Snehlata Ganj, near Gita Bhawan', '452001'], 3 => ['B-204 Palasia Heights, AB Road', '452018'], 4 => ['7 Jawahar Marg, Sadar Bazar', '452007']],
];
