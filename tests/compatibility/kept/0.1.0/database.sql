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
INSERT INTO "alive" VALUES(1.7950537326455485821e+09,1.7950537361032557487e+09);
CREATE TABLE holders (
	secret VARCHAR(64) NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	since BIGINT NOT NULL, 
	PRIMARY KEY (secret, table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "holders" VALUES('e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe','fgd48hj26w',1795053732);
INSERT INTO "holders" VALUES('e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe','hhi9snftr4',1795053732);
INSERT INTO "holders" VALUES('e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe','27zuyn89ie',1795053733);
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
INSERT INTO "log" VALUES('fgd48hj26w',1,1.79505373291026163102e+09,'created',NULL,NULL,'{"chairs": [{"kind": "person", "name": "Ada", "bot": null, "secret": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "away": false}, {"kind": "open", "name": "", "bot": null, "secret": null, "away": false}], "colours": ["red", "blue"]}');
INSERT INTO "log" VALUES('hhi9snftr4',1,1.7950537329689259529e+09,'created',NULL,NULL,'{"chairs": [{"kind": "person", "name": "Ada", "bot": null, "secret": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "away": false}, {"kind": "bot", "name": "Paprika", "bot": "conductor", "secret": null, "away": false}], "colours": ["red", "blue"]}');
INSERT INTO "log" VALUES('hhi9snftr4',2,1.7950537329689259529e+09,'start',NULL,NULL,'{}');
INSERT INTO "log" VALUES('hhi9snftr4',3,1.79505373300132560726e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": ["los_angeles-santa_fe", "denver-tucson", "los_angeles-denver"]}, "by_bot": true, "why": {"text": "These tickets go best together for the trains and turns they take.", "key": "reason.keep", "values": {}}}');
INSERT INTO "log" VALUES('hhi9snftr4',4,1.79505373302320551877e+09,'action',0,'3976683597c8582c','{"move": {"do": "keep", "tickets": ["las_vegas-tucson", "idaho_falls-bakersfield", "fresno-phoenix"]}}');
INSERT INTO "log" VALUES('hhi9snftr4',5,1.79505373303817081448e+09,'action',1,NULL,'{"move": {"do": "settle", "city": "tucson"}, "by_bot": true, "why": {"text": "From Tucson the tickets take the fewest turns.", "key": "reason.home", "values": {"city": "Tucson"}}}');
INSERT INTO "log" VALUES('hhi9snftr4',6,1.79505373304922318453e+09,'action',0,'6f2c94bfa40542c8','{"move": {"do": "settle", "city": "albuquerque"}}');
INSERT INTO "log" VALUES('hhi9snftr4',7,1.79505373306675672538e+09,'action',0,'67f35168e6d32453','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('hhi9snftr4',8,1.79505373307005286218e+09,'action',0,'d2b7feac421dff16','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('hhi9snftr4',9,1.79505373308922553058e+09,'action',1,NULL,'{"move": {"do": "claim", "track": "phoenix-tucson-1", "colour": "red", "locomotives": 0}, "by_bot": true, "why": {"text": "Phoenix\u2013Tucson (red) is part of the plan for Los Angeles\u2013Denver, and it may be taken.", "key": "reason.plannedFor", "values": {"track": {"key": "words.track", "values": {"a": "Phoenix", "b": "Tucson", "which": {"key": "words.card.red", "values": {}}}}, "ticket": {"key": "words.between", "values": {"a": "Los Angeles", "b": "Denver"}}}}}');
INSERT INTO "log" VALUES('hhi9snftr4',10,1.79505373309555745124e+09,'action',0,'71543e3800db153f','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('hhi9snftr4',11,1.79505373310428118708e+09,'action',0,'8730e633211b1864','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('hhi9snftr4',12,1.7950537331165852547e+09,'action',1,NULL,'{"move": {"do": "draw", "from": 1}, "by_bot": true, "why": {"text": "The plan for Los Angeles\u2013Denver needs purple.", "key": "reason.drawFor", "values": {"card": {"key": "table.card.purple", "values": {}}, "ticket": {"key": "words.between", "values": {"a": "Los Angeles", "b": "Denver"}}}}}');
INSERT INTO "log" VALUES('hhi9snftr4',13,1.79505373313571906087e+09,'action',1,NULL,'{"move": {"do": "draw", "from": 2}, "by_bot": true, "why": {"text": "The plan for Denver\u2013Tucson needs blue.", "key": "reason.drawFor", "values": {"card": {"key": "table.card.blue", "values": {}}, "ticket": {"key": "words.between", "values": {"a": "Denver", "b": "Tucson"}}}}}');
INSERT INTO "log" VALUES('hhi9snftr4',14,1.79505373316710281367e+09,'action',0,'8e75c44164c1ea96','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('hhi9snftr4',15,1.79505373318562221531e+09,'action',0,'a6508ec6b8b3ff26','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('hhi9snftr4',16,1.79505373320454144478e+09,'action',1,NULL,'{"move": {"do": "draw", "from": 2}, "by_bot": true, "why": {"text": "The plan for Denver\u2013Tucson needs orange.", "key": "reason.drawFor", "values": {"card": {"key": "table.card.orange", "values": {}}, "ticket": {"key": "words.between", "values": {"a": "Denver", "b": "Tucson"}}}}}');
INSERT INTO "log" VALUES('27zuyn89ie',1,1.79505373322464489935e+09,'created',NULL,NULL,'{"chairs": [{"kind": "person", "name": "Ada", "bot": null, "secret": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "away": false}, {"kind": "bot", "name": "Paprika", "bot": "conductor", "secret": null, "away": false}], "colours": ["red", "blue"]}');
INSERT INTO "log" VALUES('27zuyn89ie',2,1.79505373322464489935e+09,'start',NULL,NULL,'{}');
INSERT INTO "log" VALUES('hhi9snftr4',17,1.79505373389664649964e+09,'action',1,NULL,'{"move": {"do": "draw", "from": 2}, "by_bot": true, "why": {"text": "The plan for Denver\u2013Tucson needs orange.", "key": "reason.drawFor", "values": {"card": {"key": "table.card.orange", "values": {}}, "ticket": {"key": "words.between", "values": {"a": "Denver", "b": "Tucson"}}}}}');
INSERT INTO "log" VALUES('27zuyn89ie',3,1.79505373394872760773e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": ["new_york-new_orleans", "los_angeles-new_york", "seattle-denver"]}, "by_bot": true, "why": {"text": "These tickets bring the most for the cards that can still get on the track.", "key": "reason.feed", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',4,1.79505373398468708991e+09,'action',0,'93768c8012b9f39e','{"move": {"do": "keep", "tickets": ["new_york-sault_st_marie"]}}');
INSERT INTO "log" VALUES('27zuyn89ie',5,1.79505373402936482425e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',6,1.79505373405685400957e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',7,1.79505373408067178727e+09,'action',0,'5630ca25832cb625','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',8,1.79505373410079121588e+09,'action',0,'af13e98cb698e8b6','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',9,1.7950537341180932522e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',10,1.79505373414119577405e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',11,1.79505373419480204581e+09,'action',0,'0e4f81bc3a7e67d0','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',12,1.79505373421832394595e+09,'action',0,'8351bca644fd47d2','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',13,1.79505373427253055573e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',14,1.79505373435720086104e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',15,1.79505373437556219103e+09,'action',0,'8a9c1138e33f29a4','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',16,1.79505373440476489067e+09,'action',0,'836c3e013dd33a89','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',17,1.79505373443181657795e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',18,1.79505373445020031931e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',19,1.79505373453696441652e+09,'action',0,'42e24135c41fe3b2','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',20,1.79505373454598546028e+09,'action',0,'48e53bdd5b5ff9a0','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',21,1.79505373454960918426e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',22,1.79505373466915774342e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',23,1.79505373468201255798e+09,'action',0,'0058cdd7ec3749e6','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',24,1.79505373468914675716e+09,'action',0,'aed5f1423a9f9794','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',25,1.79505373477724432945e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',26,1.79505373478010058409e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',27,1.79505373478323745732e+09,'action',0,'b32aaea55c298a70','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',28,1.79505373480865907664e+09,'action',0,'5d175d23c6a9a1e8','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',29,1.79505373484443259243e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',30,1.79505373485382223124e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',31,1.79505373487406277659e+09,'action',0,'683e2f26c4670a8d','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',32,1.79505373489370560649e+09,'action',0,'bfb7ccd83bc95637','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',33,1.7950537349100983143e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',34,1.79505373492585539822e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',35,1.79505373493763136861e+09,'action',0,'ab525f2094e36f72','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',36,1.7950537349533138275e+09,'action',0,'95f34961d7c34206','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',37,1.79505373497255206103e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',38,1.79505373498142194749e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',39,1795053734.99305,'action',0,'174d8bfc22e8dd7d','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',40,1.79505373501219153403e+09,'action',0,'335fd0634ec72fda','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',41,1.79505373502670598035e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "blue", "black"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',42,1.79505373506418275829e+09,'action',0,'10ad6386982d4f8a','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',43,1.79505373508421659468e+09,'action',0,'0109ba557bbee569','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',44,1.7950537351024339199e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "blue", "black"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',45,1.79505373511125087735e+09,'action',0,'022ecc73e35df7db','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',46,1.79505373512158036232e+09,'action',0,'53e73529580298e1','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',47,1.79505373513673329357e+09,'action',1,NULL,'{"move": {"do": "tickets"}, "by_bot": true, "why": {"text": "The track will have more cards than the tickets ask for.", "key": "reason.moreCards", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',48,1.79505373514906096457e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": ["chicago-dallas", "los_angeles-miami", "new_york-kansas_city"]}, "by_bot": true, "why": {"text": "These tickets bring the most for the cards that can still get on the track.", "key": "reason.feed", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',49,1.79505373516458678249e+09,'action',0,'873ef47d66f54c60','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',50,1.79505373519173121446e+09,'action',0,'46f83df724996b7c','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',51,1.79505373520216464995e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "orange", "red"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',52,1.7950537352357287407e+09,'action',0,'e1f57d8a2166f8b2','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',53,1.79505373525265240672e+09,'action',0,'d0cb059f8dd6c135','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',54,1.79505373527876591682e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["orange", "red", "green"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',55,1.79505373528698682788e+09,'action',0,'b710919289acf72b','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',56,1.79505373530571341513e+09,'action',0,'e7aff9842c1f1931','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',57,1.79505373532258057601e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "blue", "orange"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',58,1.79505373533271169665e+09,'action',0,'7bc3615aacfb1ad7','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',59,1.79505373537034821512e+09,'action',0,'afdf0a18202387de','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',60,1.79505373539657330514e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',61,1.795053735405023098e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',62,1.79505373541447901721e+09,'action',0,'1355445b790c9b56','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',63,1.79505373542017388345e+09,'action',0,'21aa4c83f4da1c8b','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',64,1.79505373543652105329e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',65,1.79505373545255208014e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',66,1.79505373547264599799e+09,'action',0,'08000cce757624fd','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',67,1.79505373550068688393e+09,'action',0,'646209ed5d1520ba','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',68,1.79505373553604459764e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',69,1.79505373555665874484e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',70,1795053735.58957,'action',0,'36d906a2b871e4b7','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',71,1.79505373559594726563e+09,'action',0,'00f76175f83e0fe1','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',72,1.79505373563469219208e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',73,1.79505373564085531231e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',74,1.79505373564460635185e+09,'action',0,'2b129613b1d6b408','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',75,1.79505373564617180825e+09,'action',0,'df294076ca1675b7','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',76,1.79505373564784312251e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',77,1.79505373564925789836e+09,'action',1,NULL,'{"move": {"do": "draw", "from": "deck"}, "by_bot": true, "why": {"text": "No card face up helps as much as the deck may.", "key": "reason.drawBlind", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',78,1.79505373565567064282e+09,'action',0,'f1fd789a39903de3','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',79,1.79505373565712475773e+09,'action',0,'00b902c20104e06a','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',80,1.79505373565887427333e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["yellow", "orange", "green"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',81,1.79505373568937969201e+09,'action',0,'c8b29bad10d977da','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',82,1.79505373570067667957e+09,'action',0,'47f5fd2bfeca23b5','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',83,1.79505373571363019942e+09,'action',1,NULL,'{"move": {"do": "tickets"}, "by_bot": true, "why": {"text": "The track will have more cards than the tickets ask for.", "key": "reason.moreCards", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',84,1.79505373572144579885e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": ["dallas-helena", "los_angeles-vancouver", "chicago-santa_fe"]}, "by_bot": true, "why": {"text": "These tickets bring the most for the cards that can still get on the track.", "key": "reason.feed", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',85,1.79505373573067116737e+09,'action',0,'fb07ecef2c5e39b3','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',86,1.79505373574145388605e+09,'action',0,'f926d5efcf4c9b27','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',87,1.79505373574537158013e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["yellow", "black", "green"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',88,1.79505373580612516406e+09,'action',0,'84fe3b32502213c4','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',89,1.79505373585808372495e+09,'action',0,'fab49d17ae3d427e','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',90,1.79505373589296436309e+09,'action',1,NULL,'{"move": {"do": "lay three", "colours": ["white", "yellow", "black"]}, "by_bot": true, "why": {"text": "Three cards at once are on the track by the next turn.", "key": "reason.trio", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',91,1.79505373590335845944e+09,'action',0,'102fc6a950ed7833','{"move": {"do": "draw", "from": "deck"}}');
INSERT INTO "log" VALUES('27zuyn89ie',92,1.79505373592182183263e+09,'action',0,'043387a2ef874126','{"move": {"do": "draw", "from": 0}}');
INSERT INTO "log" VALUES('27zuyn89ie',93,1.79505373592528223994e+09,'action',1,NULL,'{"move": {"do": "tickets"}, "by_bot": true, "why": {"text": "Nothing laid now would arrive, and new tickets need not be kept.", "key": "reason.freeLook", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',94,1.79505373592701482779e+09,'action',1,NULL,'{"move": {"do": "keep", "tickets": []}, "by_bot": true, "why": {"text": "The cards to come will not feed another ticket.", "key": "reason.noRoom", "values": {}}}');
INSERT INTO "log" VALUES('27zuyn89ie',95,1.79505373593024110789e+09,'action',0,'48845d8ac050d111','{"move": {"do": "tickets"}}');
INSERT INTO "log" VALUES('27zuyn89ie',96,1.79505373593165040019e+09,'action',0,'425acae518f37147','{"move": {"do": "keep", "tickets": []}}');
INSERT INTO "log" VALUES('27zuyn89ie',97,1.79505373593615031244e+09,'action',0,'869024fd73ce629e','{"move": {"do": "complete best"}}');
INSERT INTO "log" VALUES('27zuyn89ie',98,1.79505373594130778315e+09,'action',1,NULL,'{"move": {"do": "complete best"}, "by_bot": true, "why": {"text": "No other set of tickets is worth more.", "key": "reason.complete", "values": {}}}');
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
INSERT INTO "tables" VALUES('fgd48hj26w',NULL,1.79505373291026163102e+09,1.79505373291026163102e+09,NULL,'lobby',0,1,X'5844B4AF7C345045BD12DA532CB6423BD71DD4032EBC974B2BDD2042C9C87F29','{"game": "france", "seats": 2, "options": {}, "title": "", "listed": false, "pace": "live", "clock": null, "on_time_out": "bot", "bot_pace": 0.0, "help": true, "host": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "invite": "Eoy4Kuxx1anXPBJS", "forked_from": null, "lesson": false}','{"id": "fgd48hj26w", "game": "france", "title": "", "state": "lobby", "listed": false, "pace": "live", "clock": null, "players": [{"seat": 0, "kind": "person", "name": "Ada", "bot": null, "away": false, "connected": false, "host": true, "yours": false, "colour": "red"}, {"seat": 1, "kind": "open", "name": "", "bot": null, "away": false, "connected": false, "host": false, "yours": false, "colour": "blue"}], "created_at": 1795053732.9102616, "updated_at": 1795053732.9102616, "turn": 0, "to_act": [], "winners": [], "holders": ["e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", null]}','0.1.0',NULL,NULL);
INSERT INTO "tables" VALUES('hhi9snftr4',NULL,1.7950537329689259529e+09,1.79505373389664649964e+09,NULL,'playing',0,17,X'0429BA22567F0714B7A3A970B760EA931DB4D3391A2C7B5E704F0D644213BFF2','{"game": "old_west", "seats": 2, "options": {"alvin": true}, "title": "", "listed": false, "pace": "live", "clock": null, "on_time_out": "bot", "bot_pace": 0.0, "help": true, "host": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "invite": "nQhK7baP10cYOjuz", "forked_from": null, "lesson": false}','{"id":"hhi9snftr4","game":"old_west","title":"","state":"playing","listed":false,"pace":"live","clock":null,"players":[{"seat":0,"kind":"person","name":"Ada","bot":null,"away":false,"connected":false,"host":true,"yours":false,"colour":"red"},{"seat":1,"kind":"bot","name":"Paprika","bot":"conductor","away":false,"connected":false,"host":false,"yours":false,"colour":"blue"}],"created_at":1795053732.968926,"updated_at":1795053733.8966465,"turn":7,"to_act":[0],"winners":[],"holders":["e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe",null]}','0.1.0',NULL,NULL);
INSERT INTO "tables" VALUES('27zuyn89ie',NULL,1.79505373322464489935e+09,1.79505373594130778315e+09,NULL,'over',0,98,X'2DDEE63461CF0D2DAB3F287411C3A3BCF61E8E3B308049F931457C50477A1C44','{"game": "card_game", "seats": 2, "options": {}, "title": "", "listed": false, "pace": "live", "clock": null, "on_time_out": "bot", "bot_pace": 0.0, "help": true, "host": "e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe", "invite": "1fYA66-FkgOTQMOw", "forked_from": null, "lesson": false}','{"id":"27zuyn89ie","game":"card_game","title":"","state":"over","listed":false,"pace":"live","clock":null,"players":[{"seat":0,"kind":"person","name":"Ada","bot":null,"away":false,"connected":false,"host":true,"yours":false,"colour":"red"},{"seat":1,"kind":"bot","name":"Paprika","bot":"conductor","away":false,"connected":false,"host":false,"yours":false,"colour":"blue"}],"created_at":1795053733.224645,"updated_at":1795053735.9413078,"turn":50,"to_act":[],"winners":[1],"holders":["e0574aed10f4fc8ce8cc9e73a95c3434869987cdbf50d827957ad0d1b6e4c7fe",null]}','0.1.0',NULL,NULL);
CREATE INDEX tables_by_state ON tables (listed, state, updated_at);
CREATE INDEX tables_by_wake ON tables (wake_at);
CREATE INDEX ix_holders_table_id ON holders (table_id);
COMMIT;
