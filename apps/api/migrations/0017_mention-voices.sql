CREATE TABLE "relevance_model" (
	"monitor_id" uuid PRIMARY KEY NOT NULL,
	"weights" "bytea" NOT NULL,
	"n" integer NOT NULL,
	"irrelevant" integer NOT NULL,
	"report" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "monitor_mention" ADD COLUMN "is_voice" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "relevance_model" ADD CONSTRAINT "relevance_model_monitor_id_monitor_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitor"("id") ON DELETE cascade ON UPDATE no action;