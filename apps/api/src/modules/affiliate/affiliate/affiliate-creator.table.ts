/**
 * The creator `c` of an affiliate `a` as JSON. Without a name once they deleted their account: an affiliate who
 * accepted terms has one until then.
 */
export const AFFILIATE_CREATOR = `case when a.terms_accepted_at is not null and a.user_id is null
  then json_build_object('id', c.id, 'platform', c.platform, 'username', 'removed', 'fullname', 'Removed creator',
    'profilePicUrl', null, 'profileUrl', '')
  else json_build_object('id', c.id, 'platform', c.platform, 'username', c.username, 'fullname', c.fullname,
    'profilePicUrl', c.profile_pic_url, 'profileUrl', c.profile_url) end`;

/** Joins the creator of an affiliate `a`. */
export const JOIN_CREATOR =
  'join creator c on c.id = a.creator_id and (c.brand_id is null or c.brand_id = a.brand_id)';
