ALTER TABLE "campaign" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_list" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "creator" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;