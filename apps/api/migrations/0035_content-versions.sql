CREATE TABLE "content_version" (
	"preview_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"caption" text NOT NULL,
	"file_keys" text[] NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"replaced_at" timestamptz(3) NOT NULL,
	CONSTRAINT "content_version_preview_id_version_pk" PRIMARY KEY("preview_id","version")
);
--> statement-breakpoint
ALTER TABLE "content_version" ADD CONSTRAINT "content_version_preview_id_content_preview_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."content_preview"("id") ON DELETE cascade ON UPDATE no action;