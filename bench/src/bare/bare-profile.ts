/** The columns of a creator `c`, as the bare handlers read them. */
export const PROFILE_COLUMNS = `c.id, c.brand_id, c.platform, c.social_id, c.username, c.fullname, c.bio,
  c.profile_pic_url, c.profile_url, c.country, c.language, c.categories, c.follower_count, c.engagement, c.avg_views,
  c.figures, c.verified, c.user_id, c.contacts_fetched_at, c.contacts_error, c.updated_at`;

/** A row with them as the creator that the API answers. */
export function profileOf(row: Record<string, unknown>) {
  const failed = row.contacts_error !== null && !row.ownContact;
  return {
    id: row.id,
    socialId: row.social_id,
    instagramId: row.platform === 'instagram' ? row.social_id : null,
    platform: row.platform,
    username: row.username,
    fullname: row.fullname,
    bio: row.bio,
    profilePicUrl: row.profile_pic_url,
    profileUrl: row.profile_url,
    url: row.profile_url,
    country: row.country,
    language: row.language,
    categories: row.categories,
    followerCount: row.follower_count,
    engagement: row.engagement,
    avgViews: row.avg_views,
    figures: row.figures,
    verified: row.verified,
    userId: row.user_id,
    private: row.brand_id !== null,
    updated: row.updated_at,
    metaData: {
      is_verified: row.verified,
      contactsFetched: row.ownContact || (!failed && row.contacts_fetched_at !== null),
      contactsError: failed ? { message: row.contacts_error || null } : null,
    },
  };
}
