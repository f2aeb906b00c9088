import { attachmentRoutes } from '../features/conversation/attachment.routes.ts';
import { conversationJobs } from '../features/conversation/conversation.jobs.ts';
import { conversationRoutes } from '../features/conversation/conversation.routes.ts';
import { ownConversationRoutes } from '../features/conversation/own-conversation.routes.ts';
import { savedReplyRoutes } from '../features/conversation/saved-reply.routes.ts';
import type { Api } from '../platform/api.ts';
import type { Files } from '../platform/files.ts';

/** Brands and creators talk. */
export function conversations(api: Api, files: Files): void {
  conversationRoutes(api);
  conversationJobs(api);
  savedReplyRoutes(api);
  attachmentRoutes(api, files);
  ownConversationRoutes(api, async () => {});
}
