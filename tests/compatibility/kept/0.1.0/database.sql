BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE alive (
	began DOUBLE NOT NULL, 
	until DOUBLE NOT NULL, 
	PRIMARY KEY (began)
);
INSERT INTO "alive" VALUES(1.79505405597567391394e+09,1.79505405725098371502e+09);
CREATE TABLE holders (
	secret VARCHAR(64) NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	since BIGINT NOT NULL, 
	PRIMARY KEY (secret, table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "holders" VALUES('e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe','4qu4vcjdth',1795054056);
INSERT INTO "holders" VALUES('e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe','5fxptdv75x',1795054056);
INSERT INTO "holders" VALUES('e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe','th6rf5p3c8',1795054056);
CREATE TABLE log (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	client_id VARCHAR(64), 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "log" VALUES('4qu4vcjdth',1,1.7950540562386322022e+09,'created',NULL,NULL,'{"chairs": [{"kind": "person", "name": "Ada", "bot": null, "secret": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "away": false}, {"kind": "open", "name": "", "bot": null, "secret": null, "away": false}], "colours": ["red", "blue"]}');
INSERT INTO "log" VALUES('5fxptdv75x',1,1.79505405625190448759e+09,'created',NULL,NULL,'{"chairs": [{"kind": "person", "name": "Ada", "bot": null, "secret": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "away": false}, {"kind": "bot", "name": "Paprika", "bot": "conductor", "secret": null, "away": false}], "colours": ["red", "blue"]}');
INSERT INTO "log" VALUES('5fxptdv75x',2,1.79505405625190448759e+09,'start',NULL,NULL,'{}');
INSERT INTO "log" VALUES('5fxptdv75x',3,1.79505405626293826097e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": ["los_angeles-santa_fe", "denver-tucson", "los_angeles-denver"]}, "by_bot": true, "why": {"text": "These tickets go best together for the trains and turns they take.", "key": "reason.keep", "values": {}}}');
INSERT INTO "log" VALUES('5fxptdv75x',4,1.79505405626563596718e+09,'action',0,'d86533184d42cc78','{"move": {"do": "keep", "tickets": ["las_vegas-tucson", "idaho_falls-bakersfield", "fresno-phoenix"]}}');
INSERT INTO "log" VALUES('5fxptdv75x',5,1.7950540562730257511e+09,'action',1,NULL,'{"move": {"do": "settle", "city": "tucson"}, "by_bot": true, "why": {"text": "From Tucson the tickets take the fewest turns.", "key": "reason.home", "values": {"city": "Tucson"}}}');
INSERT INTO "log" VALUES('5fxptdv75x',6,1.79505405627754664418e+09,'action',0,'1301da86e5ec8f52','{"move": {"do": "settle", "city": "albuquerque"}}');
INSERT INTO "log" VALUES('5fxptdv75x',7,1.79505405628940510748e+09,'action',0,'8bd75a9764d088da','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('5fxptdv75x',8,1.79505405629323244089e+09,'action',0,'ccde7822299e8919','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('5fxptdv75x',9,1.79505405630270647998e+09,'action',1,NULL,'{"move": {"do": "claim", "track": "phoenix-tucson-1", "colour": "red", "locomotives": 0}, "by_bot": true, "why": {"text": "Phoenix\u2013Tucson (red) is part of the plan for Los Angeles\u2013Denver, and it may be taken.", "key": "reason.plannedFor", "values": {"track": {"key": "words.track", "values": {"a": "Phoenix", "b": "Tucson", "which": {"key": "words.card.red", "values": {}}}}, "ticket": {"key": "words.between", "values": {"a": "Los Angeles", "b": "Denver"}}}}}');
INSERT INTO "log" VALUES('5fxptdv75x',10,1.79505405631383967396e+09,'action',0,'aecc200513090bbc','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('5fxptdv75x',11,1.79505405632376480095e+09,'action',0,'300d58fcc9dbb232','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('5fxptdv75x',12,1.79505405632644224169e+09,'action',1,NULL,'{"move": {"do": "draw", "from": 1}, "by_bot": true, "why": {"text": "The plan for Los Angeles\u2013Denver needs purple.", "key": "reason.drawFor", "values": {"card": {"key": "table.card.purple", "values": {}}, "ticket": {"key": "words.between", "values": {"a": "Los Angeles", "b": "Denver"}}}}}');
INSERT INTO "log" VALUES('5fxptdv75x',13,1.79505405632854843139e+09,'action',1,NULL,'{"move": {"do": "draw", "from": 2}, "by_bot": true, "why": {"text": "The plan for Denver\u2013Tucson needs blue.", "key": "reason.drawFor", "values": {"card": {"key": "table.card.blue", "values": {}}, "ticket": {"key": "words.between", "values": {"a": "Denver", "b": "Tucson"}}}}}');
INSERT INTO "log" VALUES('5fxptdv75x',14,1.79505405633019852638e+09,'action',0,'352fdfc6e2ef4ebb','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('5fxptdv75x',15,1.79505405633187294003e+09,'action',0,'de0ac7e5b41e43d9','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('5fxptdv75x',16,1.79505405633418321613e+09,'action',1,NULL,'{"move": {"do": "draw", "from": 2}, "by_bot": true, "why": {"text": "The plan for Denver\u2013Tucson needs orange.", "key": "reason.drawFor", "values": {"card": {"key": "table.card.orange", "values": {}}, "ticket": {"key": "words.between", "values": {"a": "Denver", "b": "Tucson"}}}}}');
INSERT INTO "log" VALUES('5fxptdv75x',17,1.79505405633609795568e+09,'action',1,NULL,'{"move": {"do": "draw", "from": 2}, "by_bot": true, "why": {"text": "The plan for Denver\u2013Tucson needs orange.", "key": "reason.drawFor", "values": {"card": {"key": "table.card.orange", "values": {}}, "ticket": {"key": "words.between", "values": {"a": "Denver", "b": "Tucson"}}}}}');
INSERT INTO "log" VALUES('5fxptdv75x',18,1.79505405633766269681e+09,'action',0,'d1e030e6506cacd6','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',1,1.79505405634136581418e+09,'created',NULL,NULL,'{"chairs": [{"kind": "person", "name": "Ada", "bot": null, "secret": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "away": false}, {"kind": "bot", "name": "Paprika", "bot": "conductor", "secret": null, "away": false}], "colours": ["red", "blue"]}');
INSERT INTO "log" VALUES('th6rf5p3c8',2,1.79505405634136581418e+09,'start',NULL,NULL,'{}');
INSERT INTO "log" VALUES('th6rf5p3c8',3,1795054056.66179,'action',1,NULL,'{"move": {"do": "keep", "tickets": ["new_york-new_orleans", "los_angeles-new_york", "seattle-denver"]}, "by_bot": true, "why": {"text": "These tickets bring the most for the cards that can still get on the track.", "key": "reason.feed", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',4,1.79505405666490054127e+09,'action',0,'ca1bb8b0e68c5996','{"move": {"do": "keep", "tickets": ["new_york-sault_st_marie"]}}');
INSERT INTO "log" VALUES('th6rf5p3c8',5,1.79505405667797183991e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',6,1.79505405668110656737e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',7,1.79505405668410968783e+09,'action',0,'edc004804c6804e1','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',8,1.79505405668889689448e+09,'action',0,'40f67ba57628817f','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',9,1.79505405669669032098e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',10,1.79505405670111155506e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',11,1.79505405670522046089e+09,'action',0,'cdd06bd371e37d79','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',12,1.79505405670890426633e+09,'action',0,'84f73c571a2d1552','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',13,1.79505405671316337588e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',14,1.79505405671705150607e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',15,1.79505405672125363351e+09,'action',0,'e9d087fa92e0a419','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',16,1.79505405672493147852e+09,'action',0,'8c23eabadc72bc8c','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',17,1.79505405672918033599e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',18,1.79505405673302531241e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',19,1.79505405673668670652e+09,'action',0,'064b5e44b035b9d7','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',20,1.79505405674096918107e+09,'action',0,'840c53a4a1cbb4d9','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',21,1.79505405674517393111e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',22,1.79505405674871158601e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',23,1.79505405675250768659e+09,'action',0,'a1f2c76aa2905b95','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',24,1.7950540567568995953e+09,'action',0,'e3339de00b818134','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',25,1.79505405676123952866e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',26,1.79505405676505780223e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',27,1.79505405676927280427e+09,'action',0,'279136be71cdad7c','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',28,1.7950540567724926472e+09,'action',0,'6ad430fec514986d','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',29,1.79505405677588224409e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',30,1.79505405678117966649e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',31,1.79505405678852987287e+09,'action',0,'b46645324f9213f0','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',32,1.79505405679143953323e+09,'action',0,'009d83c218ef824e','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',33,1.79505405679420733454e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',34,1.79505405680122065545e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',35,1.79505405680477166173e+09,'action',0,'8ff6a2019ce96565','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',36,1.79505405680901575088e+09,'action',0,'4943865ee7244fd4','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',37,1.79505405681197214131e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',38,1.79505405681987929345e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',39,1.79505405682453656195e+09,'action',0,'f99fa5d8ed145d42','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',40,1.79505405682901740069e+09,'action',0,'7d9d210fad7507ff','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',41,1.79505405683223628996e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "blue", "black"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',42,1.79505405683652949334e+09,'action',0,'824d9a7133d3bd97','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',43,1.79505405684097719192e+09,'action',0,'572d5741a0c63fcc','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',44,1.79505405684539246554e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "blue", "black"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',45,1.79505405684801363943e+09,'action',0,'3178eea5eded46b2','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',46,1.79505405685706710813e+09,'action',0,'d939ef2790ad092c','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',47,1.79505405686543631558e+09,'action',1,NULL,'{"move": {"do": "tickets"}, "by_bot": true, "why": {"text": "The track will have more cards than the tickets ask for.", "key": "reason.moreCards", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',48,1.79505405686928367616e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": ["chicago-dallas", "los_angeles-miami", "new_york-kansas_city"]}, "by_bot": true, "why": {"text": "These tickets bring the most for the cards that can still get on the track.", "key": "reason.feed", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',49,1.79505405687383413318e+09,'action',0,'bc1c73aae7f8fabb','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',50,1.79505405687695050245e+09,'action',0,'27df49f612c25d3c','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',51,1.79505405688135600086e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "orange", "red"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',52,1.79505405688470268251e+09,'action',0,'3e148130c9739952','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',53,1.79505405688895893099e+09,'action',0,'f1fa66e66144544c','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',54,1.79505405689335918425e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["orange", "red", "green"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',55,1.7950540568973832131e+09,'action',0,'69b5e5dc4d736e64','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',56,1.79505405690099048617e+09,'action',0,'c38ab843c2868eda','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',57,1.79505405690529274941e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "blue", "orange"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',58,1.79505405690936803821e+09,'action',0,'47a2c749db61e5fd','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',59,1.79505405691298747065e+09,'action',0,'274f0fd03d836e08','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',60,1795054056.91685,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',61,1.79505405692118763928e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',62,1.79505405692576646805e+09,'action',0,'1354817e0f4b961d','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',63,1.79505405692902302743e+09,'action',0,'20807d90408a8d32','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',64,1.79505405693324804304e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',65,1.79505405693585395809e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',66,1795054056.94976,'action',0,'ec93b68cc8b4e90e','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',67,1795054056.95307,'action',0,'bbf22070a80b9296','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',68,1.79505405695601081847e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',69,1.79505405696534013747e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',70,1.79505405696991014478e+09,'action',0,'9ec1baccaea4c83f','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',71,1.79505405697304844855e+09,'action',0,'1ee2d10b4ba1e9a1','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',72,1.79505405697726655011e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',73,1.79505405698114442825e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',74,1.79505405698577952386e+09,'action',0,'4eb39483452ea362','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',75,1.7950540569930016994e+09,'action',0,'8ab37d53738ef7c6','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',76,1.79505405699727654455e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',77,1795054057.0011,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',78,1.79505405700585985188e+09,'action',0,'f5a4b1973b12feed','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',79,1.79505405700901198387e+09,'action',0,'a7a3a39050b71deb','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',80,1.79505405701346278189e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["yellow", "orange", "green"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',81,1.79505405701762986185e+09,'action',0,'3b62c9c48513165f','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',82,1.79505405702075290677e+09,'action',0,'bed7065cbe033625','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',83,1.79505405702528929713e+09,'action',1,NULL,'{"move": {"do": "tickets"}, "by_bot": true, "why": {"text": "The track will have more cards than the tickets ask for.", "key": "reason.moreCards", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',84,1.79505405702889132496e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": ["dallas-helena", "los_angeles-vancouver", "chicago-santa_fe"]}, "by_bot": true, "why": {"text": "These tickets bring the most for the cards that can still get on the track.", "key": "reason.feed", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',85,1.79505405703419113156e+09,'action',0,'e0fdfae1d5b490f5','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',86,1.79505405703709983826e+09,'action',0,'0ea1296e1d16d706','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',87,1.79505405704047679899e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["yellow", "black", "green"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',88,1.79505405704987144465e+09,'action',0,'9f1b5d0c398ec0b2','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',89,1.79505405705298876767e+09,'action',0,'5b07059bf535416b','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',90,1.79505405705738329885e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "yellow", "black"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',91,1.79505405706522393229e+09,'action',0,'41d897f274c312e2','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',92,1.79505405707305359845e+09,'action',0,'df0751419393b00a','{"move": {"do": "draw", "from": 0}}');
INSERT INTO "log" VALUES('th6rf5p3c8',93,1.79505405708030486107e+09,'action',1,NULL,'{"move": {"do": "tickets"}, "by_bot": true, "why": {"text": "Nothing laid now would arrive, and new tickets need not be kept.", "key": "reason.freeLook", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',94,1.79505405708508563038e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": []}, "by_bot": true, "why": {"text": "The cards to come will not feed another ticket.", "key": "reason.noRoom", "values": {}}}');
INSERT INTO "log" VALUES('th6rf5p3c8',95,1.7950540570902569294e+09,'action',0,'d91913920cfec948','{"move": {"do": "tickets"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',96,1.79505405709713149065e+09,'action',0,'4f7e3c17d29bae6e','{"move": {"do": "keep", "tickets": []}}');
INSERT INTO "log" VALUES('th6rf5p3c8',97,1.7950540571059212685e+09,'action',0,'7f67205655b563e1','{"move": {"do": "complete best"}}');
INSERT INTO "log" VALUES('th6rf5p3c8',98,1.79505405711758017541e+09,'action',1,NULL,'{"move": {"do": "complete best"}, "by_bot": true, "why": {"text": "No other set of tickets is worth more.", "key": "reason.complete", "values": {}}}');
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	request VARCHAR(140), 
	created_at DOUBLE NOT NULL, 
	updated_at DOUBLE NOT NULL, 
	wake_at DOUBLE, 
	state VARCHAR(8) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	seq INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	setup TEXT NOT NULL, 
	summary TEXT NOT NULL, rules VARCHAR(40), aside_by VARCHAR(40), aside_why VARCHAR(200), 
	PRIMARY KEY (id), 
	UNIQUE (request)
);
INSERT INTO "tables" VALUES('4qu4vcjdth',NULL,1.7950540562386322022e+09,1.7950540562386322022e+09,NULL,'lobby',0,1,X'5844B4AF7C345045BD12DA532CB6423BD71DD4032EBC974B2BDD2042C9C87F29','{"game": "france", "seats": 2, "options": {}, "title": "", "listed": false, "pace": "live", "clock": null, "on_time_out": "bot", "bot_pace": 0.0, "help": true, "host": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "invite": "EWez4x1I5K5SbGtz", "forked_from": null, "lesson": false}','{"id": "4qu4vcjdth", "game": "france", "title": "", "state": "lobby", "listed": false, "pace": "live", "clock": null, "players": [{"seat": 0, "kind": "person", "name": "Ada", "bot": null, "away": false, "connected": false, "host": true, "yours": false, "colour": "red"}, {"seat": 1, "kind": "open", "name": "", "bot": null, "away": false, "connected": false, "host": false, "yours": false, "colour": "blue"}], "created_at": 1795054056.2386322, "updated_at": 1795054056.2386322, "turn": 0, "to_act": [], "winners": [], "holders": ["e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", null]}','0.1.0',NULL,NULL);
INSERT INTO "tables" VALUES('5fxptdv75x',NULL,1.79505405625190448759e+09,1.79505405633766269681e+09,NULL,'playing',0,18,X'0429BA22567F0714B7A3A970B760EA931DB4D3391A2C7B5E704F0D644213BFF2','{"game": "old_west", "seats": 2, "options": {"alvin": true}, "title": "", "listed": false, "pace": "live", "clock": null, "on_time_out": "bot", "bot_pace": 0.0, "help": true, "host": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "invite": "z4vIQmNRKPM5yJFZ", "forked_from": null, "lesson": false}','{"id":"5fxptdv75x","game":"old_west","title":"","state":"playing","listed":false,"pace":"live","clock":null,"players":[{"seat":0,"kind":"person","name":"Ada","bot":null,"away":false,"connected":false,"host":true,"yours":false,"colour":"red"},{"seat":1,"kind":"bot","name":"Paprika","bot":"conductor","away":false,"connected":false,"host":false,"yours":false,"colour":"blue"}],"created_at":1795054056.2519045,"updated_at":1795054056.3376627,"turn":7,"to_act":[0],"winners":[],"holders":["e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe",null]}','0.1.0',NULL,NULL);
INSERT INTO "tables" VALUES('th6rf5p3c8',NULL,1.79505405634136581418e+09,1.79505405711758017541e+09,NULL,'over',0,98,X'2DDEE63461CF0D2DAB3F287411C3A3BCF61E8E3B308049F931457C50477A1C44','{"game": "card_game", "seats": 2, "options": {}, "title": "", "listed": false, "pace": "live", "clock": null, "on_time_out": "bot", "bot_pace": 0.0, "help": true, "host": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "invite": "MyivvVOX8jq09saj", "forked_from": null, "lesson": false}','{"id":"th6rf5p3c8","game":"card_game","title":"","state":"over","listed":false,"pace":"live","clock":null,"players":[{"seat":0,"kind":"person","name":"Ada","bot":null,"away":false,"connected":false,"host":true,"yours":false,"colour":"red"},{"seat":1,"kind":"bot","name":"Paprika","bot":"conductor","away":false,"connected":false,"host":false,"yours":false,"colour":"blue"}],"created_at":1795054056.3413658,"updated_at":1795054057.1175802,"turn":50,"to_act":[],"winners":[1],"holders":["e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe",null]}','0.1.0',NULL,NULL);
CREATE INDEX tables_by_state ON tables (listed, state, updated_at);
CREATE INDEX tables_by_wake ON tables (wake_at);
CREATE INDEX ix_holders_table_id ON holders (table_id);
COMMIT;
