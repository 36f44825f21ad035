CREATE TABLE "daily_sums" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "daily_sums_kind_day_name_pk" PRIMARY KEY("kind","day","name")
);
