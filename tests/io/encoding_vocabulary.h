// Names, events and comments in each language, to generate test files.
#pragma once

#include <string>
#include <vector>

namespace arbiter::testing {

struct Vocabulary {
  std::string language;
  std::string names;  // separated by "|", like the others
  std::string events;
  std::string comments;
};

inline const std::vector<Vocabulary> kVocabularies = {
    {"Russian",
     "Андреев Юрий|Богомолов Семён|Воробьёв Кирилл|Гусев Игорь|Дроздов Роман|"
     "Ершова Полина|Жигулин Степан|Захарченко Арсений|Ильина Вера|Киселёв Тимофей|"
     "Лебедев Глеб|Мухина Галина|Назаров Всеволод|Осипов Валерий|Панфилов Руслан|"
     "Рыбаков Егор|Соколовский Матвей|Трофимов Вадим|Ушаков Леонид|Филиппова Людмила|"
     "Хромов Пётр|Чернышёв Константин|Щукин Эдуард|Якушев Фёдор",
     "Новосибирск Опен|Чемпионат Урала среди юношей|Зональный отбор|Рождественские встречи",
     "Белые выигрывают пешку и стоят лучше|Здесь упущена сильнейшая возможность|"
     "Чёрные вынуждены сдаться|Грозит взятие на седьмой горизонтали|"
     "Недооценка ресурсов противника|Тонкое понимание структуры|"
     "Цейтнот помешал найти решение|Ферзевый гамбит принятый"},
    {"Ukrainian",
     "Білоус Євген|Гнатюк Соломія|Дзюба Ілля|Жаботинський Семен|Зінченко Лідія|"
     "Їжакевич Данило|Коцюба Віталій|Левченко Софія|Мороз Єлизавета|Наливайко Назар|"
     "Опанасюк Гліб|Панченко Людмила|Рибалко Євгенія|Стельмах Вікторія|Тимошенко Кирило|"
     "Федорчук Максим|Хоменко Степан|Чередниченко Ігор|Щербак Дарина|Яценко Остап",
     "Першість Вінниці|Меморіал Рубінштейна|Чемпіонат Закарпаття",
     "Білі мають перевагу у центрі|Найкращий хід у цій грі|Чорні втрачають пішака|"
     "Суперник не побачив загрози|Неочікувана відповідь|Цей задум виявився хибним|"
     "Слабкість поля очевидна|Їхні фігури пасивні"},
    {"Bulgarian",
     "Апостолов Борислав|Василев Любомир|Герасимов Орлин|Добрев Тихомир|Желязков Милчо|"
     "Златанов Бойко|Илиев Силвестър|Кръстев Огнян|Лазаров Венелин|Михайлов Явор|"
     "Найденов Щерю|Орешков Диян|Панайотов Жеко|Русев Ивайло|Събев Юлиян|Тошев Кубрат|"
     "Узунов Асен|Филипов Методи|Христов Ясен|Цолов Емил|Чолаков Захари|Шопов Вълчо",
     "Държавен шампионат за юноши|Мемориал Иво Донев|Зимен фестивал",
     "Черните губят цялата си игра|Белите печелят пешка|Грешно решение в цайтнот|"
     "Защо не първо рокадата|Слабите полета около царя|Този ход заслужава удивителна|"
     "Краят настъпва бързо"},
    {"Serbian",
     "Аврамовић Бранко|Бошковић Вељко|Гавриловић Дејан|Ђокић Огњен|Ерић Синиша|"
     "Живановић Урош|Илић Ратко|Јеремић Лазар|Костић Станоје|Лукић Ђурђе|Милошевић Раде|"
     "Њежић Тодор|Обрадовић Вук|Павићевић Љубиша|Радосављевић Ћира|Симић Цветко|"
     "Томић Жарко|Урошевић Чедомир|Филиповић Веселин|Хаџић Шандор|Цвијић Момчило|"
     "Шљивић Бошко",
     "Екипно првенство Војводине|Спомен турнир Чачак",
     "Бели добијају пешака|Црни није видео претњу|Неочекивани одговор|"
     "Слабост поља је очигледна|Ово је најбоља замисао|Нерешено вечитим шахом|"
     "Њихове фигуре су пасивне"},
    {"Greek",
     "Αναγνώστου Λευτέρης|Βασιλείου Πέτρος|Γαβριήλ Στέλιος|Δραγούμης Φίλιππος|"
     "Ευσταθίου Χαράλαμπος|Ζερβός Ανδρέας|Θεοδωρίδης Λάζαρος|Ιακώβου Μάρκος|"
     "Καλογερόπουλος Θωμάς|Λαμπράκης Άγγελος|Μανωλάκης Εμμανουήλ|Νικολαΐδης Άννα|"
     "Ξυδάκης Γρηγόρης|Ορφανός Τάσος|Παπαδόπουλος Γιώργος|Ρήγας Όμηρος|Σαμαράς Έκτορας|"
     "Τσιμίσκης Ορέστης|Υψηλάντης Αλέξης|Φραγκούλης Ιάσονας|Χριστοδούλου Κυριάκος|"
     "Ψυχογιός Αργύρης",
     "Κύπελλο Θεσσαλονίκης|Διασυλλογικό Κρήτης|Νεανικό Βόλου",
     "Τα λευκά κερδίζουν ένα πιόνι|Η καλύτερη κίνηση στην παρτίδα|Τα μαύρα χάνουν γρήγορα|"
     "Ο αντίπαλος αγνόησε τον κίνδυνο|Αδυναμία των πεδίων γύρω|Εξαιρετική ιδέα εδώ|"
     "Φινάλε με πύργους"},
    {"Hebrew",
     "אברמוביץ גדעון|בן דוד עמית|גרוסמן יונתן|דיין אורית|הלוי צבי|וולך נעמי|זילבר חיים|"
     "חזן פנחס|טל ברוך|ירקוני דבורה|כהן יוסף|לוי שרה|מרגלית אופיר|נחמני זאב|סגל רפאל|"
     "עוז איתן|פוקס מנחם|צור שמעון|קורן תומר|ראובני גבריאל|שגיא יפתח|תבור אלעזר",
     "גביע המדינה לנוער|מפגש בינלאומי אילת",
     "הלבן מרוויח חייל ועומד מצוין|מהלך חזק ומפתיע|השחור נכנע בלית ברירה|"
     "חולשת המשבצות סביב|ניתן להמשיך בדרך אחרת|הסיום קרוב לתוצאה"},
    {"Arabic",
     "بدر الدين|جابر منصور|حمزة رياض|داود شريف|رامي الخطيب|زياد قاسم|سامي البغدادي|"
     "شادي النجار|صلاح عوض|ضياء جلال|طه غانم|عادل الشامي|غسان مراد|فارس حداد|قيس التميمي|"
     "كمال فرج|لؤي الصباغ|ماجد الحربي|نادر شوقي|هاني الفقيه|وائل حجازي|ياسر خليفة",
     "بطولة العرب للناشئين|مهرجان الشارقة",
     "كسب الأبيض قطعة واضحة|ضعف المربعات حول الملك|لم يلاحظ الخصم الخطر|"
     "فكرة رائعة تستحق الثناء|نهاية اللعبة قريبة"},
    {"Thai",
     "กมล ทิพย์วงศ์|ขจร บุญเลิศ|คำรณ สุวรรณ|จักรพันธ์ อินทร์|ชาตรี พรหมมา|ดวงใจ แสงทอง|"
     "เทพฤทธิ์ นาคสวัสดิ์|ธีระ โพธิ์ศรี|นิพนธ์ คงเจริญ|บรรจง เพชรรัตน์|ปิยะ สายสุวรรณ|"
     "พรชัย วัฒนา|ภาณุ อ่อนละมัย|มงคล ดีเลิศ|ยุทธนา หอมหวล|ราตรี ใจกล้า|วีระ สมชาย|"
     "สมศรี ใจดี|หทัย งามพร้อม|อำนาจ เดชา",
     "ชิงถ้วยพระราชทาน|เยาวชนแห่งชาติ",
     "ขาวได้เปรียบหนึ่งตัว|ดำยอมแพ้ทันที|ความผิดพลาดครั้งใหญ่|กลยุทธ์ที่ยอดเยี่ยม|"
     "ควรรีบเข้าป้อม"},
    {"Vietnamese",
     "Bành Đức Thịnh|Cao Xuân Bách|Châu Gia Hưng|Diệp Thế Vinh|Đoàn Việt Khánh|"
     "Hà Tấn Phát|Huỳnh Ngọc Trâm|Khổng Mạnh Quyền|Lâm Diễm Hằng|Lương Duy Lộc|"
     "Mạc Tiến Đông|Nghiêm Thu Hường|Ông Hải Triều|Quách Tuyết Nhung|Tạ Quốc Thuận|"
     "Tống Thị Ánh|Trần Văn Giàu|Trương Hữu Nghĩa|Từ Hoàng Thông|Ưng Bảo Ngân",
     "Giải trẻ Bắc Giang|Cúp Đồng đội|Hội khỏe Phù Đổng",
     "Trắng được một chốt và đứng trội hơn|Nước mạnh nhất ở đây|Đen buộc phải xin thua|"
     "Điểm yếu quanh ô vuông|Đối phương bỏ lỡ cơ hội"},
    {"Polish",
     "Adamczyk Żaneta|Borówka Wiesław|Chrząszcz Bronisław|Dębski Szczęsny|"
     "Fryźlewicz Zofia|Gołąb Witołd|Gąsior Roża|Jędryka Celina|Kałuża Stefan|Łuczak Róża|"
     "Maślanka Ździsław|Nędza Urszula|Ościłowski Zenon|Pawłowicz Iwona|Ręczajski Hieronim|"
     "Sąsiadek Czesław|Śliwa Bogdan|Świerżewski Lech|Tchórz Anastazja|Wąsik Gerwazy|"
     "Źródlak Jagienka|Żółkiewski Ignacy",
     "Turniej o złotą wieżę|Puchar Bałtyku|Ogólnopolski zjazd młodzików",
     "Świetne posunięcie w zasadzie wymuszone|Czarnym brakuje już czasu na ułożenie figur|"
     "Przeciwnik przeoczył pułapkę|Białe zdobywają piona i stoją wyraźnie korzystniej|"
     "Tę słabość należałoby wykorzystać|Wieżówka nie do obrony"},
    {"Czech",
     "Bednář Zdislav|Čapek Ivo|Dlouhý Vojtěch|Fišer Lukáš|Habětín Přemysl|Jarůšek Radomír|"
     "Kašpařík Květoslav|Lišaník Eliška|Mařík Oldřich|Mrázek Vítězslav|Odložilík Bořivoj|"
     "Pávek Jaroslav|Roubíček Přibyslav|Řezníček Leoš|Skřivánek Dalibor|Šebestík Vlaďka|"
     "Ťoupalík Arnošt|Uhlíř Žofie|Vondráček Květa|Zelinář Věnceslav|Žďárský Matyáš",
     "Krajské družstvo žáků|Memoriál Opočenského|Vánoční rapid Ústí",
     "Bílý získává pěšce a stojí zřetelně výhodněji|Černému chybí čas k dokončení vývinu|"
     "Přehlédnutí v tísni|Tady měl bílý předvést něco účinnějšího|Soupeř hrozbu přehlédl|"
     "Věžová koncovka bez naděje"},
    {"Hungarian",
     "Barátosi Győzike|Balogh Lóránt|Bíró Dömötör|Csányi Gellért|Dobó Kálmán|"
     "Erdélyi Kőrösi|Füredi Rezső|Gárdonyi Géza|Hajnóczy Jácint|Ihász Kornélia|Jókai Mór|"
     "Kőműves Emőke|Lőrincz Hajnalka|Mikszáth Lívia|Nádasdy Örzse|Ócsai Zsombor|"
     "Pásztor Ildikó|Rőzse Benedek|Süli Kristóf|Tüskés Árvácska|Újvári Mátyás|"
     "Völgyi Gergő|Zrínyi Dorottya",
     "Megyei csapatbajnokság|Balatoni fesztivál|Őszi szellemi olimpia",
     "Világos gyalogot szerez és érezhetően szebben áll|Sötétnek fogytán az ideje|"
     "Ellenfele elnézte a csapdát|Erőteljes kivitelezés|Megérdemelt győzelem|"
     "A bástyavégjáték reménytelen"},
    {"Romanian",
     "Anghelescu Ionuţ|Bălăşescu Mirţă|Căpăţână Vasile|Dărăscu Măriuca|Enăchescu Ştefania|"
     "Frunză Grigore|Găină Octavian|Hîncu Trăian|Iliuţă Sânziana|Jalbă Ruxandra|"
     "Lăcătuş Marius|Mândruţă Sorin|Năstase Ilie|Oprişan Letiţia|Păunescu Adrian|"
     "Rîmniceanu Vlad|Săvulescu Horaţiu|Şerbănescu Toma|Tănase Alexandru|Ţepeş Mircea|"
     "Văcărescu Ienăchiţă|Zăgrean Lucreţia",
     "Cupa Brăila|Memorialul Ciocaltea|Festivalul Olăneşti",
     "Albul câştigă un pion şi stă vădit mai bine|Negrul rămâne fără timp|"
     "Adversarul a trecut cu vederea ameninţările|Slăbiciunea câmpurilor albe|"
     "Mutarea aceasta merită semnul mirării"},
    {"Croatian",
     "Barišić Ante|Čolaković Filip|Ćosić Dražen|Đaković Mladen|Grgić Krešimir|Hrstić Šime|"
     "Ivanišević Dragoljuba|Jelačić Božidar|Kranjčar Niko|Lukšić Tihomir|Mandžukić Mišo|"
     "Njegoš Ružica|Obućina Stjepan|Pršić Željka|Rakitić Jakša|Stanić Vjekoslav|"
     "Škoro Miroslava|Tuđman Franjo|Uzelčić Ljerka|Vlašić Blanka|Zidarić Krunoslav|"
     "Živić Nevenka",
     "Ekipni kup Slavonije|Spomen memorijal Trešnjevka",
     "Bijeli osvaja pješaka i stoji očito ugodnije|Crni je previdio prijetnju|"
     "Snažan udarac na kraljevu krilu|Nedovoljna nadoknada|"
     "Završnica s topovima drži se teško|Pogrješka u vremenskoj stisci"},
    {"Turkish",
     "Acar Yıldırım|Bayındır Çetin|Coşkun Müge|Dağ Şükrü|Ekşi İbrahim|Fındık Gürkan|"
     "Gündoğdu Nazlı|Işık Hakkı|Kaçmaz Şebnem|Küçükoğlu Özgür|Mutluoğlu İlkay|"
     "Nalbant Cağrı|Özkan Pınar|Pişkin Süleyman|Sarı Ümit|Taşkın Ergün|Uçar İsmet|"
     "Ünlü Çiğdem|Varlı Gülay|Yiğit Gönül|Zengin Şule|Bıçakçı Nuri",
     "Gençler Şenliği|Cumhuriyet Günü Yarışması|Üniversiteler arası",
     "Beyaz bir taş kazanıyor ve rahat oynuyor|Güçlü bir vuruş geldi|"
     "Siyahın süresi azalıyor|Rakip tehdidi göremedi|Şahın çevresi zayıfladı|"
     "Kalelerle oynanan oyunsonu"},
    {"Lithuanian",
     "Adomėnas Žygimantas|Bružaitė Ieva|Čepulis Šarūnė|Dambrauskas Ričardas|"
     "Eidukaitytė Ugnė|Gudžiūnas Vaidotas|Ivoškus Česlovas|Jasiūnas Rimvydas|"
     "Kėdainis Augustinas|Lūžas Evaldas|Mažeikaitė Ąžuolė|Nevėžis Raimondas|"
     "Orlovas Gražvydas|Pūkas Nerijus|Ramonaitė Šviesė|Svirskis Džiugas|Šėžaitė Kotryna|"
     "Trečiokas Jokūbas|Ūsas Mykolas|Vėjūnas Skirmantas|Žukauskas Bronius",
     "Vilniaus apskrities pirmenybės|Jaunių varžybos Druskininkuose",
     "Baltieji laimėjo pėstininką ir stovi žymiai tvirčiau|Juodiesiems trūksta laiko|"
     "Priešininkas nepastebėjo spąstų|Geriausias ėjimas tačiau sudėtingas|Bokštų baigmė|"
     "Šitaip lošti negalėjo"},
    {"Latvian",
     "Apšenieks Fricis|Briedītis Dāvis|Cīrulis Ēriks|Dūmiņš Mārtiņš|Egle Žanete|"
     "Feldmanis Ģederts|Grīnbergs Jēkabs|Ķirsons Oļegs|Lācītis Ričards|"
     "Mežgailis Voldemārs|Ņukša Sandris|Pūpols Ansis|Rubenītis Edgars|Skujiņa Kristīne|"
     "Strautiņš Viesturs|Šķēle Kaspars|Tīrumnieks Raivis|Upītis Valters|Vējš Aivars|"
     "Zvirbulītis Žubīte|Žagars Ēvalds",
     "Rēzeknes rudens sacīkstes|Jauniešu olimpiāde Cēsīs",
     "Baltie iegūst bandinieku un stāv krietni ērtāk|Melnajiem pietrūkst laika|"
     "Pretinieks neievēroja slazdu|Spēcīgs trieciens centrā|Torņu galotne bez cerībām"},
    {"Estonian",
     "Arrak Mändmets|Eerikson Pärtel|Hõlpus Tõll|Jõesaar Ülle|Käsper Künnap|"
     "Laanemäe Rünno|Lõoke Tiiu|Männik Ants|Näkk Tõiv|Ojamäe Äli|Pähkel Rõõt|"
     "Rõigas Jüriöö|Süda Pihlakas|Sõõru Väino|Tüür Erkki|Uusküla Heldur|Vääna Mõdu|"
     "Õisma Leelo|Ööbik Kaljo|Ülesoo Virve",
     "Noorte esivõistlus|Mälestusvõistlus Jõhvis",
     "Valge võitis etturi ning seisab märksa mugavamalt|Mustal jääb aeg lühikeseks|"
     "Vastane ei märganud lõksu|Nõrgad väljad ümberringi|Vankrilõpp on päästmatu"},
    {"German",
     "Brüggemann Anton|Flörke Heinrich|Gößwein Ulf|Häußler Ingrid|Kämpf Jörn|Lößnitz Otto|"
     "Mühlhausen Gerd|Nägele Dörte|Pätzold Hänsel|Rößler Volker|Sänger Elfriede|"
     "Tümmler Horst|Völker Jürg|Wächter Günther|Zöller Bernd|Fröhlich Ute|Grübel Marlene|"
     "Süß Patrick|Düringer Moritz|Höfer Lars|Bürger Max|Schöne Anna|Kübler Paul|"
     "Nüßlein Emil",
     "Stadtmeisterschaft Nördlingen|Fünfkampf Mölln|Jugendländerkampf",
     "Weiß erobert einen Bauern und behält die Oberhand|"
     "Schwächt die Felder rund um den Monarchen|Ein Versäumnis in Zeitnöten|"
     "Übersieht die Pointe|Der Anziehende drängt auf Abwicklung ins Turmendspiel|"
     "Völlig übermütig"},
    {"French",
     "Adélaïde Gaël|Barré Clément|Châtelain Éric|Delépine Françoise|Épinay Rénald|"
     "Février Loïc|Gâteau Raphaël|Hérault Solène|Jaffré Maël|Kérouac Théo|Lévêque Poupée|"
     "Mélanie Gwénaël|Nédélec Élodie|Pâquier Valérie|Quéré Zoé|Rivière Cédric|"
     "Sénéchal Irène|Tréhard Chloé|Vidé Inès|Bénard Geneviève|Forêt Mickaël|"
     "Daudé Pénélope|Trémeau Léa",
     "Trophée des Pyrénées|Coupe de la Fédération",
     "Les Blancs gagnent du matériel et dominent très nettement|"
     "L'adversaire a négligé le péril|Joué à la légère|Excellente réplique du côté opposé|"
     "Une finale désespérée|Voilà ce qui s'appelle punir"},
    {"Spanish",
     "Álvarez Tomás|Benítez Simón|Calderón Julián|Díaz Ángela|Estévez Adrián|Farfán Belén|"
     "Giménez Óliver|Jiménez Verónica|López Agustín|Méndez Germán|Piñero Lucía|"
     "Quiñones Nicolás|Román Efraín|Suárez Rocío|Téllez Fermín|Urdaneta Moisés|"
     "Vázquez Noé|Yáñez Elías|Zúñiga Matías|Ordóñez Aarón|Castaño Encarnación",
     "Olimpiada Panamericana Juvenil|Interzonal Mérida|Día del Niño",
     "Las blancas obtienen un peón y están mucho más cómodas|"
     "El rival no advirtió la intención|Jugó con excesiva precipitación|"
     "Un golpe táctico de categoría|Quizás resistía aún|El árbitro señaló la caída"},
    {"Danish",
     "Andersen Bjørnar|Bækgaard Søs|Christiansen Åge|Dørum Sølvi|Eskjær Jørn|"
     "Fjørtoft Øivind|Grøndahl Tårn|Højgaard Mæng|Isbjørn Kåre|Jæger Lårs|Kløve Ørnulf|"
     "Lørdag Bård|Mørk Stål|Nygård Trøls|Ølgaard Præst|Pærson Gåsvær|Rømer Møyfrid|"
     "Skjærstad Bråten|Tveitå Frøydis|Vågen Ebbe|Østergaard Bjærke|Åmodt Rødby",
     "Påskestævne Ålborg|Landsholdskamp Tønder",
     "Hvid tager en brik og står væsentligt lettere|Sort får ikke tid til rokaden|"
     "Overså et kæmpe slag|Det må være nøglen|Tårnslutspillet er håbløst"},
    {"Swedish",
     "Bäckström Måns|Dahlström Sören|Engström Kåre|Fågelström Åke|Grönlund Jöns|Häll Göte|"
     "Isaksson Mårtensson|Löfgren Svän|Näsman Märit|Öhman Lövis|Sjöström Bodil|"
     "Törnqvist Låda|Åberg Älva|Älvåker Pår|Hörnlund Båth|Lööv Rådström|Gärdin Östlund|"
     "Smålänning Håkansson|Träff Möller|Öst Hjördis",
     "Höstserien Skövde|Länsmatchen Gävle",
     "Vit tar en pjäs och står väsentligt ledigare|Motståndaren såg inte fällan|"
     "Tornslutspelet är hopplöst|Ett utomordentligt slående exempel|"
     "Kungsställningen är försvagad"},
    {"Icelandic",
     "Aðalsteinn Jóhannesson|Björgvin Sigurðsson|Dagný Þórðardóttir|Eðvald Jónsson|"
     "Freyþór Ólafur|Guðrún Þorláksdóttir|Hallgrímur Ásgeirsson|Ísleifur Þórisson|"
     "Jökull Viðarsson|Kolbrún Ægisdóttir|Lárus Óðinsson|Már Þorvaldur|Njáll Öðlingur|"
     "Óskar Þráinn|Róbert Harðarson|Sæmundur Pálsson|Tómas Björnsson|Úlfar Þormóðsson|"
     "Védís Guðjónsdóttir|Þorbjörg Snædal|Ágúst Karlsson|Sigþrúður Eiðsdóttir",
     "Skákþing Íslands|Vormót Kópavogs",
     "Hvítur græðir peð og stendur þægilegar|Góður leikur já|"
     "Svartur tímaþröng og ræður engu|Hróksendataflið vonlítið|"
     "Andstæðingurinn sá ekki brelluna"},
    {"Chinese",
     "叶江川|谢军|侯逸凡|丁立人|诸宸|许昱华|余泱漪|韦奕|王皓|徐俊|倪华|周健超|赵雪|章晓雯|居文君|"
     "谭中怡|雷挺婕|李超|温阳|白金石|马群|高睿|卢尚磊|林卫国",
     "全国象棋个人赛|世界智力运动会|深圳龙岗大师赛",
     "这一步棋很好，白方占优|黑方损失一个兵，局势困难|对手没有看到威胁|时间紧张导致错误|"
     "精彩的弃车攻击|双方同意和棋"},
    {"Taiwanese",
     "葉江川|謝軍|陳冠廷|林佳慧|黃俊豪|張雅筑|劉致遠|蔡明宏|楊世傑|許育誠|鄭凱文|郭子儀|洪詩婷|"
     "邱彥霖|曾國城|廖學廣|賴清河|徐薇涵|周杰森|蘇貞如|莊淑旂",
     "全國象棋個人賽|總統盃青少年組|大專院校邀請賽",
     "這一步棋很好，白方佔優|黑方損失一個兵，局勢困難|對手沒有看到威脅|時間緊張導致錯誤|"
     "精彩的棄車攻擊|雙方同意和局"},
    {"Japanese",
     "表能十郎|青嶋未来|小島慎也|渡辺暁|塩見亮|南條遼介|権田源太郎|池田惇多|山田弘平|野口恒治|"
     "三宅良平|篠田太郎|松尾朋彦|上杉晋作|大竹雅美|森内俊之|"
     "ソコロフ・ゾーヤ|スミルノフ・アレク|内田裕子|星野華|岩崎雄大",
     "百傑戦予選リーグ|ゴールデンオープン|学生名人戦",
     "ポーンを取って優勢になった|この手が最善です|黒のキングが危ない形|時間切れで負けとなりました|"
     "見事なサクリファイスが決まる|このエンディングは引き分け"},
    {"Korean",
     "김민수|박서연|이동훈|최은서|정재욱|강하늘|조성빈|윤채원|장우진|임수아|한승우|오지훈|서민재|"
     "신예린|권도윤|황지현|안준영|송하은|류태민|전소율|홍서윤|"
     "고유진",
     "전국 체스 대회|청소년 왕중왕전|봄철 학교대항전",
     "백이 폰을 얻어 유리하다|아주 좋은 수입니다|흑은 시간이 부족했다|상대가 함정을 보지 못했다|룩 "
     "엔딩은 희망이 없다|멋진 희생으로 끝났다"},
};

}  // namespace arbiter::testing
