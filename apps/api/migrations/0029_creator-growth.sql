CREATE TABLE "creator_growth" (
	"creator_id" uuid PRIMARY KEY NOT NULL,
	"days30" double precision,
	"days90" double precision
);
--> statement-breakpoint
ALTER TABLE "creator_growth" ADD CONSTRAINT "creator_growth_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_growth_30" ON "creator_growth" USING btree ("days30") WHERE "creator_growth"."days30" is not null;--> statement-breakpoint
CREATE INDEX "creator_growth_90" ON "creator_growth" USING btree ("days90") WHERE "creator_growth"."days90" is not null;--> statement-breakpoint
insert into creator_growth (creator_id, days30, days90)
select newest.creator_id, month.percent, quarter.percent
from (select distinct on (creator_id) creator_id, day, source, followers from creator_figure_day
    where followers is not null order by creator_id, day desc) newest
left join lateral (select case when f.followers > 0 then (newest.followers - f.followers)::float8 / f.followers * 100 end as percent
    from creator_figure_day f where f.creator_id = newest.creator_id and f.source = newest.source and f.followers is not null
      and f.day between newest.day - 37 and newest.day - 23
    order by abs(newest.day - f.day - 30), f.day limit 1) month on true
left join lateral (select case when f.followers > 0 then (newest.followers - f.followers)::float8 / f.followers * 100 end as percent
    from creator_figure_day f where f.creator_id = newest.creator_id and f.source = newest.source and f.followers is not null
      and f.day between newest.day - 112 and newest.day - 68
    order by abs(newest.day - f.day - 90), f.day limit 1) quarter on true;
