CREATE TABLE "creator_import_row" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"line" integer,
	"outcome" text NOT NULL,
	"key" text,
	"creator_id" uuid,
	"name" text NOT NULL,
	"platform" text,
	"username" text,
	"reason" text,
	"field" text,
	"suggestion" text,
	"cells" jsonb,
	"dismissed" boolean DEFAULT false NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	"contact" boolean DEFAULT false NOT NULL,
	"before" jsonb,
	CONSTRAINT "creator_import_row_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "creator_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"created_by" uuid,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"facts" jsonb NOT NULL,
	"header_row" integer NOT NULL,
	"records" integer NOT NULL,
	"rows" integer NOT NULL,
	"platform" text,
	"platform_per_row" boolean NOT NULL,
	"platform_reason" text NOT NULL,
	"columns" jsonb NOT NULL,
	"as_of" timestamptz(3) NOT NULL,
	"for_everyone" boolean DEFAULT false NOT NULL,
	"list_id" uuid,
	"position" bigint DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"linked" integer DEFAULT 0 NOT NULL,
	"already" integer DEFAULT 0 NOT NULL,
	"repeated" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"error" text,
	"undo" jsonb,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"started_at" timestamptz(3),
	"finished_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "creator_import_row" ADD CONSTRAINT "creator_import_row_import_id_creator_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."creator_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_import_row" ADD CONSTRAINT "creator_import_row_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_import" ADD CONSTRAINT "creator_import_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_import" ADD CONSTRAINT "creator_import_created_by_person_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_import" ADD CONSTRAINT "creator_import_list_id_creator_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."creator_list"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "creator_import_row_key" ON "creator_import_row" USING btree ("import_id","key") WHERE "creator_import_row"."key" is not null;--> statement-breakpoint
CREATE INDEX "creator_import_row_outcome" ON "creator_import_row" USING btree ("import_id","outcome","row");--> statement-breakpoint
CREATE INDEX "creator_import_row_creator" ON "creator_import_row" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "creator_import_brand" ON "creator_import" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "creator_import_busy" ON "creator_import" USING btree ("state") WHERE "creator_import"."state" in ('waiting', 'running', 'cancelling', 'undoing');