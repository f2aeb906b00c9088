/** How much of a creator is about a topic: something, several texts, or what the creator is known for. */
export type TopicLevel = 1 | 2 | 3;

/** Returns the word that the search index has for a topic. Marks keep it apart from words of texts. */
export const topicWord = (id: string, level: TopicLevel = 1): string => `#${id}${['', '+', '++'][level - 1]}`;

/** Returns the word that the search index has for a stem. */
export const stemWord = (stem: string): string => `=${stem}`;
