import type { MentionStreamPort } from '@troupe/domain/listening/mention-stream';
import type { Api } from '../../platform/api.ts';
import type { Listener } from '../../platform/listen.ts';
import { codeMonitors } from './code-monitors.ts';
import { creatorPrivacy } from './creator-privacy.ts';
import { FILL_GAPS, keepMentions } from './keep-mentions.ts';
import { RelevanceModels, relevanceModels } from './learn-relevance.ts';
import { StreamWorker } from './listen-stream.ts';
import { listeningSources } from './listening-sources.ts';
import { listeningSummaries } from './listening-summary.ts';
import { makeCreators } from './make-creator.ts';
import { LiveMentions } from './mention/live-mentions.ts';
import { mentionAlerts } from './mention-alerts.ts';
import { mentionAuthors } from './mention-authors.ts';
import { mentions } from './mentions.ts';
import { MonitorMatcher } from './monitor/monitor-matcher.ts';
import { monitors } from './monitors.ts';
import { PollWorker } from './poll-sources.ts';
import { MentionIntake } from './receive-mentions.ts';
import { replays } from './replay-query.ts';
import { listeningDigests } from './send-digests.ts';
import { SentimentModels } from './sentiment-model/sentiment-models.ts';
import { sentimentModels } from './teach-sentiment.ts';

/** Parts of social listening that other modules and sources use. */
export interface Listening {
  intake: MentionIntake;
  matcher: MonitorMatcher;
  models: SentimentModels;
  /** Starts listening; call it where jobs run. */
  start(): void;
  /** Stops what runs beside requests. */
  stop(): Promise<void>;
}

/** The sources that are streamed. */
export interface ListeningStreams {
  bluesky: MentionStreamPort;
}

/** Registers social listening: its calls, and the intake of all sources. */
export function listeningModule(api: Api, listener: Listener, streams: ListeningStreams): Listening {
  const matcher = new MonitorMatcher(api, listener);
  const models = new SentimentModels(api, listener);
  const relevance = new RelevanceModels(api, listener);
  const live = new LiveMentions(api);
  const intake = new MentionIntake({ api, matcher, models, relevance, live });
  monitors(api, matcher);
  mentions(api);
  mentionAuthors(api, live);
  creatorPrivacy(api, live);
  makeCreators(api);
  replays({ api, streams });
  sentimentModels(api, models);
  relevanceModels(api);
  keepMentions({ api, intake, streams });
  listeningSources(api);
  listeningSummaries(api);
  mentionAlerts(api);
  listeningDigests(api);
  codeMonitors(api);
  const worker = new StreamWorker({
    api,
    kind: 'bluesky',
    stream: streams.bluesky,
    intake,
    fillGaps: FILL_GAPS,
  });
  const poller = new PollWorker({ api, intake }, listener);
  return {
    intake,
    matcher,
    models,
    start() {
      worker.start();
      poller.start();
    },
    async stop() {
      await Promise.all([worker.stop(), poller.stop()]);
      live.stop();
    },
  };
}
