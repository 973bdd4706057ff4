-- New posts wait in a list before they enter these indexes, and whoever finds it full enters them all. With the usual
-- 4 MB that is one poster in some ten thousand, who waits for a second, with everybody behind. A short list is entered
-- often and at once, and costs no more in all.
alter index idx_posts_message_txt set (gin_pending_list_limit = 256);
alter index idx_posts_hashtags_txt set (gin_pending_list_limit = 256);
