CREATE TABLE "listening_source" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"host" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"brand_id" uuid,
	"credentials" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"last_ok_at" timestamptz(3),
	"last_problem" text,
	"last_problem_at" timestamptz(3),
	"failures" integer DEFAULT 0 NOT NULL,
	"quota" jsonb,
	"due_at" timestamptz(3),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "listening_source_once" UNIQUE NULLS NOT DISTINCT("brand_id","kind","host")
);
--> statement-breakpoint
CREATE TABLE "source_cursor" (
	"source_id" uuid NOT NULL,
	"host" text DEFAULT '' NOT NULL,
	"cursor" text NOT NULL,
	"event_at" timestamptz(3),
	"saved_at" timestamptz(3) NOT NULL,
	"due_at" timestamptz(3),
	CONSTRAINT "source_cursor_source_id_host_pk" PRIMARY KEY("source_id","host")
);
--> statement-breakpoint
CREATE TABLE "source_gap" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_id" uuid NOT NULL,
	"from_at" timestamptz(3) NOT NULL,
	"to_at" timestamptz(3),
	"reason" text NOT NULL,
	"filled_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "mention_alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"monitor_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"bucket" timestamptz(3) NOT NULL,
	"seen" integer NOT NULL,
	"expected" double precision NOT NULL,
	"p" double precision,
	"top_clusters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"figures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"user_id" uuid,
	"reason" text,
	"settled_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "mention_alert_once" UNIQUE("monitor_id","rule","bucket")
);
--> statement-breakpoint
CREATE TABLE "author_creator" (
	"brand_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "author_creator_brand_id_author_id_pk" PRIMARY KEY("brand_id","author_id")
);
--> statement-breakpoint
CREATE TABLE "author_opt_out" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_kind" text NOT NULL,
	"handle" text NOT NULL,
	"external_id" text,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "author_opt_out_once" UNIQUE("source_kind","handle")
);
--> statement-breakpoint
CREATE TABLE "mention_author" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_kind" text NOT NULL,
	"external_id" text NOT NULL,
	"handle" text NOT NULL,
	"name" text,
	"url" text,
	"followers" bigint,
	"as_of" timestamptz(3),
	"first_seen_at" timestamptz(3) NOT NULL,
	CONSTRAINT "mention_author_once" UNIQUE("source_kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "listening_quarter" (
	"monitor_id" uuid NOT NULL,
	"bucket" timestamptz(3) NOT NULL,
	"source_kind" text NOT NULL,
	"lang" text NOT NULL,
	"sentiment" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"clusters" integer NOT NULL,
	"reach" bigint NOT NULL,
	"reach_known" integer NOT NULL,
	CONSTRAINT "listening_quarter_monitor_id_bucket_source_kind_lang_sentiment_pk" PRIMARY KEY("monitor_id","bucket","source_kind","lang","sentiment")
);
--> statement-breakpoint
CREATE TABLE "listening_setting" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"keep_days" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mention" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_kind" text NOT NULL,
	"external_id" text NOT NULL,
	"source_id" uuid,
	"author_id" uuid,
	"kind" text DEFAULT 'post' NOT NULL,
	"url" text,
	"canonical_url" text,
	"title" text,
	"text" text NOT NULL,
	"lang" text,
	"lang_sure" boolean DEFAULT false NOT NULL,
	"published_at" timestamptz(3) NOT NULL,
	"seen_at" timestamptz(3) NOT NULL,
	"edited_at" timestamptz(3),
	"deleted_at" timestamptz(3),
	"reply_to" text,
	"links" text[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"names" text[] DEFAULT '{}' NOT NULL,
	"simhash" bigint,
	"blocks" integer[] DEFAULT '{}' NOT NULL,
	"cluster_id" uuid NOT NULL,
	"figures" jsonb,
	"figures_at" timestamptz(3),
	"figures_due_at" timestamptz(3),
	CONSTRAINT "mention_once" UNIQUE("source_kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "monitor_mention" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"monitor_id" uuid NOT NULL,
	"mention_id" uuid NOT NULL,
	"cluster_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"source_kind" text NOT NULL,
	"lang" text,
	"published_at" timestamptz(3) NOT NULL,
	"seen_at" timestamptz(3) NOT NULL,
	"query_version" integer NOT NULL,
	"why" text[] DEFAULT '{}' NOT NULL,
	"spans" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"relevance" real,
	"sentiment" smallint,
	"sentiment_p" real[],
	"model_version" integer,
	"person_sentiment" smallint,
	"person_relevant" boolean,
	"corrected_by" uuid,
	"corrected_at" timestamptz(3),
	"tags" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"assignee_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"forget_at" timestamptz(3) NOT NULL,
	CONSTRAINT "monitor_mention_once" UNIQUE("monitor_id","mention_id")
);
--> statement-breakpoint
CREATE TABLE "monitor_query" (
	"monitor_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"query" text NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"sources" text[] DEFAULT '{}' NOT NULL,
	"user_id" uuid,
	"at" timestamptz(3) NOT NULL,
	"replay" jsonb,
	CONSTRAINT "monitor_query_monitor_id_version_pk" PRIMARY KEY("monitor_id","version")
);
--> statement-breakpoint
CREATE TABLE "monitor_replay" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid,
	"query" text NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"sources" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"figures" jsonb,
	"problem" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"set_name" text,
	"query" text NOT NULL,
	"query_version" integer DEFAULT 1 NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"sources" text[] DEFAULT '{}' NOT NULL,
	"alert_rules" jsonb NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"pause_reason" text,
	"subject_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sentiment_model" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid,
	"lang" text NOT NULL,
	"version" integer NOT NULL,
	"weights" "bytea",
	"n" integer NOT NULL,
	"card" jsonb,
	"report" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"active" boolean NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "sentiment_model_once" UNIQUE NULLS NOT DISTINCT("brand_id","lang","version")
);
--> statement-breakpoint
ALTER TABLE "listening_source" ADD CONSTRAINT "listening_source_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_cursor" ADD CONSTRAINT "source_cursor_source_id_listening_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."listening_source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_gap" ADD CONSTRAINT "source_gap_source_id_listening_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."listening_source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mention_alert" ADD CONSTRAINT "mention_alert_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mention_alert" ADD CONSTRAINT "mention_alert_monitor_id_monitor_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mention_alert" ADD CONSTRAINT "mention_alert_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_creator" ADD CONSTRAINT "author_creator_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_creator" ADD CONSTRAINT "author_creator_author_id_mention_author_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."mention_author"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_creator" ADD CONSTRAINT "author_creator_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_quarter" ADD CONSTRAINT "listening_quarter_monitor_id_monitor_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_quarter" ADD CONSTRAINT "listening_quarter_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_setting" ADD CONSTRAINT "listening_setting_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mention" ADD CONSTRAINT "mention_source_id_listening_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."listening_source"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mention" ADD CONSTRAINT "mention_author_id_mention_author_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."mention_author"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_mention" ADD CONSTRAINT "monitor_mention_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_mention" ADD CONSTRAINT "monitor_mention_monitor_id_monitor_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_mention" ADD CONSTRAINT "monitor_mention_mention_id_mention_id_fk" FOREIGN KEY ("mention_id") REFERENCES "public"."mention"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_mention" ADD CONSTRAINT "monitor_mention_corrected_by_person_id_fk" FOREIGN KEY ("corrected_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_mention" ADD CONSTRAINT "monitor_mention_assignee_id_person_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_query" ADD CONSTRAINT "monitor_query_monitor_id_monitor_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_query" ADD CONSTRAINT "monitor_query_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_replay" ADD CONSTRAINT "monitor_replay_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_replay" ADD CONSTRAINT "monitor_replay_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sentiment_model" ADD CONSTRAINT "sentiment_model_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listening_source_due" ON "listening_source" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "source_gap_of" ON "source_gap" USING btree ("source_id","from_at");--> statement-breakpoint
CREATE INDEX "mention_alert_page" ON "mention_alert" USING btree ("brand_id","created_at","id");--> statement-breakpoint
CREATE INDEX "author_creator_of" ON "author_creator" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "author_opt_out_external" ON "author_opt_out" USING btree ("source_kind","external_id");--> statement-breakpoint
CREATE INDEX "mention_author_handle" ON "mention_author" USING btree ("source_kind","handle");--> statement-breakpoint
CREATE INDEX "listening_quarter_brand" ON "listening_quarter" USING btree ("brand_id","bucket");--> statement-breakpoint
CREATE INDEX "mention_by_author" ON "mention" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "mention_cluster" ON "mention" USING btree ("cluster_id");--> statement-breakpoint
CREATE INDEX "mention_blocks" ON "mention" USING gin ("blocks");--> statement-breakpoint
CREATE INDEX "mention_figures_due" ON "mention" USING btree ("figures_due_at") WHERE figures_due_at is not null;--> statement-breakpoint
CREATE INDEX "mention_deleted" ON "mention" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "mention_words" ON "mention" USING gin ((coalesce(title, '') || ' ' || text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "monitor_mention_brand" ON "monitor_mention" USING btree ("brand_id","published_at","id");--> statement-breakpoint
CREATE INDEX "monitor_mention_monitor" ON "monitor_mention" USING btree ("monitor_id","published_at","id");--> statement-breakpoint
CREATE INDEX "monitor_mention_cluster" ON "monitor_mention" USING btree ("brand_id","cluster_id","published_at");--> statement-breakpoint
CREATE INDEX "monitor_mention_author" ON "monitor_mention" USING btree ("brand_id","author_id","published_at");--> statement-breakpoint
CREATE INDEX "monitor_mention_mention" ON "monitor_mention" USING btree ("mention_id");--> statement-breakpoint
CREATE INDEX "monitor_mention_new" ON "monitor_mention" USING btree ("monitor_id") WHERE state = 'new';--> statement-breakpoint
CREATE INDEX "monitor_mention_assignee" ON "monitor_mention" USING btree ("brand_id","assignee_id","published_at") WHERE assignee_id is not null;--> statement-breakpoint
CREATE INDEX "monitor_mention_corrected" ON "monitor_mention" USING btree ("brand_id","corrected_at") WHERE corrected_at is not null;--> statement-breakpoint
CREATE INDEX "monitor_mention_forget" ON "monitor_mention" USING btree ("forget_at");--> statement-breakpoint
CREATE INDEX "monitor_replay_brand" ON "monitor_replay" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "monitor_brand" ON "monitor" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "monitor_active" ON "monitor" USING btree ("id") WHERE state = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "monitor_subject" ON "monitor" USING btree ("brand_id","subject_id") WHERE subject_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sentiment_model_active" ON "sentiment_model" USING btree ("brand_id","lang") WHERE active;--> statement-breakpoint
CREATE FUNCTION announce_monitors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('monitors_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER monitor_announce AFTER INSERT OR DELETE OR UPDATE OF query, languages, sources, state ON monitor FOR EACH STATEMENT EXECUTE FUNCTION announce_monitors();
