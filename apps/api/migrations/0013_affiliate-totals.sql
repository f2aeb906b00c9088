CREATE TABLE "affiliate_click_day" (
	"brand_id" uuid NOT NULL,
	"day" date NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "affiliate_click_day_brand_id_day_affiliate_id_pk" PRIMARY KEY("brand_id","day","affiliate_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate_click_total" (
	"brand_id" uuid NOT NULL,
	"bucket" timestamptz(3) NOT NULL,
	"verdict" text NOT NULL,
	"n" integer NOT NULL,
	"first_of_day" integer NOT NULL,
	CONSTRAINT "affiliate_click_total_brand_id_bucket_verdict_pk" PRIMARY KEY("brand_id","bucket","verdict")
);
--> statement-breakpoint
CREATE TABLE "affiliate_sales_stale" (
	"brand_id" uuid NOT NULL,
	"bucket" timestamptz(3) NOT NULL,
	"marked_at" timestamptz(3) NOT NULL,
	CONSTRAINT "affiliate_sales_stale_brand_id_bucket_pk" PRIMARY KEY("brand_id","bucket")
);
--> statement-breakpoint
CREATE TABLE "affiliate_sales_quarter" (
	"brand_id" uuid NOT NULL,
	"affiliate_id" uuid,
	"bucket" timestamptz(3) NOT NULL,
	"currency" text NOT NULL,
	"decided" integer NOT NULL,
	"credited" integer NOT NULL,
	"uncredited" integer NOT NULL,
	"held" integer NOT NULL,
	"returning" integer NOT NULL,
	"coded" integer NOT NULL,
	"linked" integer NOT NULL,
	"coded_and_linked" integer NOT NULL,
	"net" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"commission" bigint NOT NULL,
	CONSTRAINT "affiliate_sales_quarter_once" UNIQUE NULLS NOT DISTINCT("affiliate_id","brand_id","bucket","currency")
);
--> statement-breakpoint
CREATE TABLE "commission_total" (
	"affiliate_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "commission_total_affiliate_id_currency_pk" PRIMARY KEY("affiliate_id","currency")
);
--> statement-breakpoint
ALTER TABLE "affiliate_click_day" ADD CONSTRAINT "affiliate_click_day_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_click_day" ADD CONSTRAINT "affiliate_click_day_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_click_total" ADD CONSTRAINT "affiliate_click_total_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_sales_stale" ADD CONSTRAINT "affiliate_sales_stale_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_sales_quarter" ADD CONSTRAINT "affiliate_sales_quarter_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_sales_quarter" ADD CONSTRAINT "affiliate_sales_quarter_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_total" ADD CONSTRAINT "commission_total_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_total" ADD CONSTRAINT "commission_total_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_click_day_of" ON "affiliate_click_day" USING btree ("affiliate_id");--> statement-breakpoint
CREATE INDEX "affiliate_sales_quarter_bucket" ON "affiliate_sales_quarter" USING btree ("brand_id","bucket");--> statement-breakpoint
CREATE INDEX "commission_total_brand" ON "commission_total" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "commission_matures" ON "commission" USING btree ("brand_id","matures_at","currency","amount");--> statement-breakpoint
-- Totals of clicks follow the quarter hours of links in the same transaction. Those of a deleted brand go with it.
CREATE FUNCTION affiliate_click_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO affiliate_click_total AS t (brand_id, bucket, verdict, n, first_of_day)
    SELECT brand_id, bucket, verdict, sum(n), sum(first_of_day) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (brand_id, bucket, verdict)
      DO UPDATE SET n = t.n + excluded.n, first_of_day = t.first_of_day + excluded.first_of_day;
  INSERT INTO affiliate_click_day AS t (brand_id, day, affiliate_id, n)
    SELECT a.brand_id, (a.bucket AT TIME ZONE 'UTC')::date, l.affiliate_id, sum(a.n)
    FROM added a JOIN affiliate_link l ON l.id = a.link_id WHERE a.verdict = 'person' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (brand_id, day, affiliate_id) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION affiliate_click_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE affiliate_click_total t SET n = t.n - g.n, first_of_day = t.first_of_day - g.first_of_day
    FROM (SELECT brand_id, bucket, verdict, sum(n) AS n, sum(first_of_day) AS first_of_day FROM gone GROUP BY 1, 2, 3) g
    WHERE t.brand_id = g.brand_id AND t.bucket = g.bucket AND t.verdict = g.verdict;
  UPDATE affiliate_click_day t SET n = t.n - g.n
    FROM (SELECT a.brand_id, (a.bucket AT TIME ZONE 'UTC')::date AS day, l.affiliate_id, sum(a.n) AS n
      FROM gone a JOIN affiliate_link l ON l.id = a.link_id WHERE a.verdict = 'person' GROUP BY 1, 2, 3) g
    WHERE t.brand_id = g.brand_id AND t.day = g.day AND t.affiliate_id = g.affiliate_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION affiliate_click_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE affiliate_click_total t SET n = t.n + c.n, first_of_day = t.first_of_day + c.first_of_day
    FROM (SELECT brand_id, bucket, verdict, sum(n) AS n, sum(first_of_day) AS first_of_day FROM (
        SELECT brand_id, bucket, verdict, n, first_of_day FROM added
        UNION ALL SELECT brand_id, bucket, verdict, -n, -first_of_day FROM gone) both_of GROUP BY 1, 2, 3) c
    WHERE t.brand_id = c.brand_id AND t.bucket = c.bucket AND t.verdict = c.verdict;
  UPDATE affiliate_click_day t SET n = t.n + c.n
    FROM (SELECT a.brand_id, (a.bucket AT TIME ZONE 'UTC')::date AS day, l.affiliate_id, sum(a.n) AS n FROM (
        SELECT brand_id, bucket, link_id, n FROM added WHERE verdict = 'person'
        UNION ALL SELECT brand_id, bucket, link_id, -n FROM gone WHERE verdict = 'person') a
      JOIN affiliate_link l ON l.id = a.link_id GROUP BY 1, 2, 3) c
    WHERE t.brand_id = c.brand_id AND t.day = c.day AND t.affiliate_id = c.affiliate_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliate_click_added AFTER INSERT ON affiliate_click_quarter
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_click_added();
--> statement-breakpoint
CREATE TRIGGER affiliate_click_gone AFTER DELETE ON affiliate_click_quarter
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION affiliate_click_gone();
--> statement-breakpoint
CREATE TRIGGER affiliate_click_changed AFTER UPDATE ON affiliate_click_quarter
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_click_changed();
--> statement-breakpoint
CREATE FUNCTION commission_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO commission_total AS t (affiliate_id, currency, brand_id, amount)
    SELECT affiliate_id, currency, brand_id, sum(amount) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2
    ON CONFLICT (affiliate_id, currency) DO UPDATE SET amount = t.amount + excluded.amount;
  INSERT INTO affiliate_sales_stale AS s (brand_id, bucket, marked_at)
    SELECT DISTINCT o.brand_id, date_bin('15 minutes', o.placed_at, timestamptz 'epoch'), statement_timestamp()
    FROM added a JOIN store_order o ON o.id = a.order_id ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER commission_added AFTER INSERT ON commission
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION commission_added();
--> statement-breakpoint
-- Marks quarter hours of orders whose decision or signs changed. A mark that another transaction holds is waited for, so
-- that counting never misses a change that was made before it.
CREATE FUNCTION affiliate_sales_decided() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO affiliate_sales_stale AS s (brand_id, bucket, marked_at)
    SELECT DISTINCT o.brand_id, date_bin('15 minutes', o.placed_at, timestamptz 'epoch'), statement_timestamp()
    FROM added a JOIN store_order o ON o.id = a.order_id ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliate_sales_decided AFTER INSERT ON attribution
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_decided();
--> statement-breakpoint
CREATE TRIGGER affiliate_sales_touched AFTER INSERT ON touch
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_decided();
--> statement-breakpoint
CREATE TRIGGER affiliate_sales_touch_changed AFTER UPDATE ON touch
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_decided();
--> statement-breakpoint
-- Marks quarter hours of orders that changed or are gone. Orders without a decision have no place in the totals.
CREATE FUNCTION affiliate_sales_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO affiliate_sales_stale AS s (brand_id, bucket, marked_at)
    SELECT DISTINCT c.brand_id, date_bin('15 minutes', c.placed_at, timestamptz 'epoch'), statement_timestamp()
    FROM changed c
    WHERE EXISTS (SELECT FROM brand WHERE id = c.brand_id) AND EXISTS (
      SELECT FROM affiliate_program WHERE brand_id = c.brand_id) ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliate_sales_order_was AFTER UPDATE ON store_order
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_order();
--> statement-breakpoint
CREATE TRIGGER affiliate_sales_order_is AFTER UPDATE ON store_order
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_order();
--> statement-breakpoint
CREATE TRIGGER affiliate_sales_order_gone AFTER DELETE ON store_order
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_order();
--> statement-breakpoint
-- What was stored before: clicks and commissions are added up here, orders are counted by the next run of the job.
INSERT INTO affiliate_click_total (brand_id, bucket, verdict, n, first_of_day)
  SELECT brand_id, bucket, verdict, sum(n), sum(first_of_day) FROM affiliate_click_quarter GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO affiliate_click_day (brand_id, day, affiliate_id, n)
  SELECT q.brand_id, (q.bucket AT TIME ZONE 'UTC')::date, l.affiliate_id, sum(q.n)
  FROM affiliate_click_quarter q JOIN affiliate_link l ON l.id = q.link_id WHERE q.verdict = 'person' GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO commission_total (affiliate_id, currency, brand_id, amount)
  SELECT affiliate_id, currency, brand_id, sum(amount) FROM commission GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO affiliate_sales_stale (brand_id, bucket, marked_at)
  SELECT DISTINCT o.brand_id, date_bin('15 minutes', o.placed_at, timestamptz 'epoch'), now()
  FROM store_order o WHERE EXISTS (SELECT FROM attribution WHERE order_id = o.id);
