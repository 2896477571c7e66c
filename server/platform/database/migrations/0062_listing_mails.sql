-- New projects of people one follows have a switch of their own; it begins as the one that governed them until now.
alter table members alter column preferences
  set default '{"newsletter":false,"notifications":true,"newListings":true,"marketingEmails":false,"publicProfile":false}';
update members set preferences = preferences
  || jsonb_build_object('newListings', coalesce(preferences -> 'notifications', 'true'));
