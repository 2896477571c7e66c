-- What a profile shows: who signed up with a member's code, what an owner sold, what a member wrote.
create index members_referred on members (referred_by, created_at desc) where referred_by is not null;
create index orders_sold on orders (owner_id, completed_at desc) where completed_at is not null;
create index reviews_member on reviews (member_id, created_at desc);
